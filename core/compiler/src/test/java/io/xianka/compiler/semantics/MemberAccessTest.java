package io.xianka.compiler.semantics;

import static io.xianka.compiler.semantics.SemanticsFixture.analyse;
import static io.xianka.compiler.semantics.SemanticsFixture.diagnose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who may use which member. */
class MemberAccessTest {
    private static final String CLASS = """
            class A {
                int x = 1;
                __device__ int own() { return x; }
                __device__ explicit A(int) {}
                struct Inside { __device__ int f(A &a) { return a.x + a.own(); } };
                friend struct Friend;
                friend __device__ int befriended(A &a);
                template <class T> friend struct FriendTemplate;
            protected:
                int y = 2;
                __device__ int family() { return y; }
            public:
                int z = 3;
                __device__ A() {}
                __device__ int all() { auto l = [this] { return x + y + z; }; return l(); }
            };
            """;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            __device__ int f(A &a) { return a.x; }                      | 'x' is private in 'A'
            __device__ int f(A &a) { return a.own(); }                  | 'own' is private in 'A'
            __device__ int f() { A a(3); return a.z; }                  | 'A' is private in 'A'
            __device__ int f(A &a) { return a.y; }                      | 'y' is protected in 'A'
            __device__ int f(A *a) { return a->family(); }              | 'family' is protected in 'A'
            struct B : A { __device__ int f() { return x; } };          | 'x' is private in 'A'
            __device__ int f(A &a) { auto l = [&] { return a.x; }; return l(); } | 'x' is private in 'A'
            """)
    void refusesWhatIsNotOpen(String use, String message) {
        String told = diagnose(CLASS + use);
        assertTrue(told.contains("error: " + message + "\n"), told);
    }

    @Test
    void saysWhereTheMemberIs() {
        assertEquals("""
                test.cu:2:35: error: 'v' is private in 'C'
                    __device__ int f(C &c) { return c.v; }
                                                      ^
                test.cu:1:11: note: it is declared here
                    class C { int v; };
                              ^~~~~
                """, diagnose("class C { int v; };\n__device__ int f(C &c) { return c.v; }\n"));
    }

    @Test
    void opensToFriendsAndFamily() {
        analyse(CLASS + """
                struct Friend { __device__ int f(A &a) { return a.x + a.own(); } };
                __device__ int befriended(A &a) { return a.x; }
                template <class T> struct FriendTemplate { __device__ T f(A &a) { return a.x; } };
                struct B : A { __device__ int f() { return y + family() + [this] { return y; }(); } };
                __device__ int use(A &a, B &b) {
                    return Friend().f(a) + befriended(a) + FriendTemplate<int>().f(a) + b.f() + a.z + a.all();
                }
                """);
    }
}
