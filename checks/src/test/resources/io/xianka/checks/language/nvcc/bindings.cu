struct P { int a; float b; };

extern "C" __global__ void k(long long *out, int n) {
    long long *o = out;
    o[6] = 0;
    P p{n, 2.5f};
    auto [a, b] = p;
    auto l = [&] { return a + (int)(b * 2); };
    o[0] = l();
    auto m = [=] { return a; };
    o[1] = m();
    auto &[c, d] = p;
    auto q = [&] { c++; return d; };
    o[2] = q();
    o[3] = p.a;
    auto r = [c] { return c; };
    o[4] = r();
    { union { int i; float f; }; f = 1.0f; o[5] = i; }
    int t[2] = {n, 7};
    for (auto [x, y] : (P[2]){{1, 2}, {3, 4}}) { auto u = [&] { return x * t[1]; }; o[6] += u(); }
}
