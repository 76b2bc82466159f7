package io.xianka.compiler.syntax;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpressionParserTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    a + b * c - d                  | ((a + (b * c)) - d)
                    a << b + 1 >> 2 & 3            | (((a << (b + 1)) >> 2) & 3)
                    a < b == c > d                 | ((a < b) == (c > d))
                    a & b == c                     | (a & (b == c))
                    a = b = c                      | Assign(a, Assign(b, c))
                    a += b ? c : d                 | Assign(ADD, a, Conditional(b, c, d))
                    a ? b : c ? d : x              | Conditional(a, b, Conditional(c, d, x))
                    a ?: b                         | Conditional(a, b)
                    a ? b = 1 : c = 2              | Conditional(a, Assign(b, 1), Assign(c, 2))
                    a, b = 1, c                    | ((a , Assign(b, 1)) , c)
                    x >>= 2                        | Assign(SHIFT_RIGHT, x, 2)
                    -a++ + ++b                     | (Unary(MINUS, Unary(POST_INCREMENT, a)) + Unary(PRE_INCREMENT, b))
                    !~-+*&x                        | Unary(NOT, Unary(COMPLEMENT, Unary(MINUS, Unary(PLUS, Unary(DEREFERENCE, Unary(ADDRESS_OF, x))))))
                    p->x.y[3](4, 5)                | Call(Subscript(Member(Member(p, true, x), y), 3), [4, 5])
                    (float)a * b                   | (Cast(C_STYLE, float, a) * b)
                    (float *)p                     | Cast(C_STYLE, Pointer(float), p)
                    (float)-a                      | Cast(C_STYLE, float, Unary(MINUS, a))
                    (a) - b                        | (Parenthesised(a) - b)
                    (T) - b                        | Cast(C_STYLE, T, Unary(MINUS, b))
                    (unsigned long long)a << 32    | (Cast(C_STYLE, unsigned long long, a) << 32)
                    (int (*)(int))p                | Cast(C_STYLE, Pointer(Function(int, [Parameter(int)])), p)
                    (float4){1, 2}                 | ConstructBraces(float4, BraceList([1, 2]))
                    float(a) * int(b)              | (Construct(float, [a]) * Construct(int, [b]))
                    float4{}                       | ConstructBraces(float4, BraceList())
                    T(3)                           | Construct(T, [3])
                    sizeof(int) * 3                | (SizeofType(int) * 3)
                    sizeof a + 1                   | (SizeofValue(a) + 1)
                    sizeof(a)[0]                   | SizeofValue(Subscript(Parenthesised(a), 0))
                    sizeof...(p)                   | SizeofPack(p)
                    alignof(float4)                | AlignofType(float4)
                    static_cast<ST<ST<int>>>(x)    | Cast(STATIC, TemplateId(ST, [Type(TemplateId(ST, [Type(int)]))]), x)
                    reinterpret_cast<const float4 *>(p)[i] | Subscript(Cast(REINTERPRET, Pointer(const float4), p), i)
                    a < b > c                      | ((a < b) > c)
                    tf<3>(4)                       | Call(TemplateId(tf, [Value(3)]), [4])
                    tf<(1 > 0)>(4)                 | Call(TemplateId(tf, [Value(Parenthesised((1 > 0)))]), [4])
                    tf<1 + 2>(4)                   | Call(TemplateId(tf, [Value((1 + 2))]), [4])
                    unknown<float>(4)              | Call(TemplateId(unknown, [Type(float)]), [4])
                    unknown < 4                    | (unknown < 4)
                    x < n && y > (3)               | ((x < n) && (y > Parenthesised(3)))
                    std::numeric_limits<float>::max() | Call(std::TemplateId(numeric_limits, [Type(float)])::max)
                    ::a + ::b                      | (::a + ::b)
                    p->template get<3>(4)          | Call(Member(p, true, TemplateId(get, [Value(3)])), [4])
                    p->get<int>(4)                 | Call(Member(p, true, TemplateId(get, [Type(int)])), [4])
                    s.count < n                    | (Member(s, count) < n)
                    p->~T()                        | Call(Member(p, true, Destructor(T)))
                    s.operator+(a)                 | Call(Member(s, Operator(PLUS)), [a])
                    operator+(a, b)                | Call(Operator(PLUS), [a, b])
                    (p + ... + 0)                  | Fold(ADD, p, 0)
                    (... && p)                     | Fold(LOGICAL_AND, p)
                    (x(p), ...)                    | Fold(COMMA, Call(x, [p]))
                    x(p...)                        | Call(x, [PackExpansion(p)])
                    [=] { return a; }              | Lambda(COPY, Function(Auto()), Compound([Return(a)]))
                    [&a, b = 3, this](auto v) mutable -> int { return v; } | Lambda([Capture(a, true), Capture(b, 3), Capture(true)], Specifiers([MUTABLE]), Function(int, true, [Parameter(Auto(), v)]), Compound([Return(v)]))
                    new (p) int[3]                 | New([p], Array(int, 3))
                    delete[] p                     | Delete(true, p)
                    throw 3                        | Throw(3)
                    a<<<dim3(1, 2), 256>>>(b, c)   | KernelLaunch(a, [Construct(dim3, [1, 2]), 256], [b, c])
                    tf<3><<<1, (n >> 2)>>>(b)       | KernelLaunch(TemplateId(tf, [Value(3)]), [1, Parenthesised((n >> 2))], [b])
                    __is_same(int, float)          | TypeTrait(__is_same, [int, float])
                    __builtin_offsetof(T, a.b[2])  | Offsetof(T, Subscript(Member(a, b), 2))
                    ({ int y = 3; y; })            | StatementExpression(Compound([Declare([Variable(y, int, Equals(3))]), Evaluate(y)]))
                    1.5f + 0x1p3 + 0x10u + 'a'     | (((1.5f + 8.0) + 16) + CharacterLiteral(97, PLAIN))
                    __func__                       | "test"
                    noexcept(a)                    | NoexceptOf(a)
                    s.*p                           | (s .* p)
                    true && not false              | (BoolLiteral(true) && Unary(NOT, BoolLiteral()))
                    """)
    void readsAsCppGroupsIt(String text, String tree) {
        assertEquals(tree, ParserFixture.expression(text));
    }
}
