package io.xianka.compiler.syntax;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatementParserTest {
    private static final String KNOWN =
            "int a, b, n, x; int *arr; struct S { int v; }; template <class T> struct V {}; typedef int T;";

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    if (int z = a; z > 0) return z;      | If(Declare([Variable(z, int, Equals(a))]), Test((z > 0)), Return(z))
                    if (auto *w = &a) ; else b = 1;      | If(Declared(Variable(w, Pointer(Auto()), Equals(Unary(ADDRESS_OF, a)))), Empty(), Evaluate(Assign(b, 1)))
                    if constexpr (n > 2) { }             | If(true, Test((n > 2)), Compound())
                    while (int q = a--) { }              | While(Declared(Variable(q, int, Equals(Unary(POST_DECREMENT, a)))), Compound())
                    do a--; while (a > 0);               | DoWhile(Evaluate(Unary(POST_DECREMENT, a)), (a > 0))
                    for (;;) break;                      | For(Empty(), Break())
                    for (int i = 0, j = 1; i < n; ++i, j += 2) continue; | For(Declare([Variable(i, int, Equals(0)), Variable(j, int, Equals(1))]), Test((i < n)), (Unary(PRE_INCREMENT, i) , Assign(ADD, j, 2)), Continue())
                    for (auto &v : arr) v++;             | RangeFor(Variable(v, Reference(Auto())), arr, Evaluate(Unary(POST_INCREMENT, v)))
                    for (int i = 0; auto v : {1, 2}) ;   | RangeFor(Declare([Variable(i, int, Equals(0))]), Variable(v, Auto()), BraceList([1, 2]), Empty())
                    for (const auto [k, v] : arr) ;      | RangeFor(StructuredBinding(Auto(const), [k, v]), arr, Empty())
                    switch (x) { case 1: case 2 ... 4: a = 1; break; default: ; } | Switch(Test(x), Compound([Case(1, Case(2, 4, Evaluate(Assign(a, 1)))), Break(), Default(Empty())]))
                    again: goto again;                   | Labelled(again, Goto(again))
                    return {1, 2};                       | Return(BraceList([1, 2]))
                    int y(3), z{4}, *p = &a;             | Declare([Variable(y, int, Parens([3])), Variable(z, int, Braces(BraceList([4]))), Variable(p, Pointer(int), Equals(Unary(ADDRESS_OF, a)))])
                    T(q);                                | Declare([Variable(q, T)])
                    T(3);                                | Evaluate(Construct(T, [3]))
                    T (*q)[4];                           | Declare([Variable(q, Pointer(Array(T, 4)))])
                    T q();                               | Declare([Function(ORDINARY, q, Function(T))])
                    S s(T(a));                           | Declare([Function(ORDINARY, s, Function(S, [Parameter(T, a)]))])
                    S s((T(a)));                         | Declare([Variable(s, S, Parens([Parenthesised(Construct(T, [a]))]))])
                    S s(a, b);                           | Declare([Variable(s, S, Parens([a, b]))])
                    V<int> v(a < b, n > (2));            | Declare([Variable(v, TemplateId(V, [Type(int)]), Parens([(a < b), (n > Parenthesised(2))]))])
                    V<V<int>> v;                         | Declare([Variable(v, TemplateId(V, [Type(TemplateId(V, [Type(int)]))]))])
                    a * b;                               | Evaluate((a * b))
                    T * c;                               | Declare([Variable(c, Pointer(T))])
                    Unknown c;                           | Declare([Variable(c, Unknown)])
                    Unknown *c = nullptr;                | Declare([Variable(c, Pointer(Unknown), Equals(NullptrLiteral()))])
                    ns::Type c = 3;                      | Declare([Variable(c, ns::Type, Equals(3))])
                    typename T::type c;                  | Declare([Variable(c, typename T::type)])
                    auto [c, d] = x;                     | Declare([StructuredBinding(Auto(), [c, d], Equals(x))])
                    struct L { int v; } l = { .v = 3 };  | Declare([ClassDeclaration(STRUCT, L, [Member(PUBLIC, Field(v, int))]), Variable(l, Defined(ClassDeclaration(STRUCT, L, [Member(PUBLIC, Field(v, int))])), Equals(BraceList([Designated(v, 3)])))])
                    __shared__ float t[32][33];          | Declare([Variable(Specifiers([SHARED]), t, Array(Array(float, 33), 32))])
                    static_assert(sizeof(int) == 4, "x"); | Declare([StaticAssert((SizeofType(int) == 4), x)])
                    using U = V<int>;                    | Declare([Alias(U, TemplateId(V, [Type(int)]))])
                    typedef unsigned long long u64, *p64; | Declare([Alias(u64, unsigned long long), Alias(p64, Pointer(unsigned long long))])
                    asm volatile("a %0, %1;" : "=r"(a) : "r"(b), [k] "n"(3) : "memory"); | Asm(true, a %0, %1;, [AsmOperand(=r, a)], [AsmOperand(r, b), AsmOperand(k, n, 3)], [memory])
                    asm("x" "y" :: "l"(arr));            | Asm(xy, [AsmOperand(l, arr)])
                    asm volatile("" ::: "memory", "cc"); | Asm(true, [memory, cc])
                    [[likely]] a = 1;                    | Evaluate(Assign(a, 1))
                    """)
    void readsStatements(String text, String tree) {
        assertEquals(tree, ParserFixture.statements(KNOWN, text));
    }

    @Test
    void tiesUnrollToItsLoop() {
        assertEquals(
                """
                For(Unroll(), Empty(), Empty())
                For(Unroll((n * 2)), Empty(), Empty())
                While(Unroll(1), Test(a), Empty())""",
                ParserFixture.statements(
                        KNOWN,
                        "#pragma unroll\nfor (;;) ;\n#pragma unroll n * 2\nfor (;;) ;\n#pragma nounroll\nwhile (a) ;"));
    }

    @Test
    void warnsOfAnUnrollWithoutLoop() {
        String found = ParserFixture.errors("__device__ void f() {\n#pragma unroll\nint x = 0;\n}");
        assertEquals(
                "t.cu:2:1: warning: #pragma unroll has no loop behind it and is ignored",
                found.lines().findFirst().orElseThrow());
    }
}
