// Bessel functions of doubles, and of floats by way of doubles.
//
// Up to 8 the zeros are divided out, (x - z) with z in two doubles, and the rest is a minimax polynomial; near zero Y is
// split from its logarithm (Abramowitz and Stegun, 9.1.13). Beyond 8, J and Y are the cosine and sine of x - pi/4 + phase
// times an amplitude, both polynomials in 1/x^2 (9.2.28 to 9.2.31). Orders above one come from the three-term recurrence, downwards
// by Miller's algorithm where it is not stable upwards.
// Errors: j0, j1, y0, y1 7 ulp below 8 and 5e-12 beyond; jn, yn 5e-12; cyl_bessel_i0, cyl_bessel_i1 6 ulp.

// amplitude cos(x - pi/4 - turns pi/2 + phase / x), or the sine for one more quadrant.
__device__ __noinline__ double __xk_bessel_far(double x, double amplitude, double phase, int turns) {
    int q;
    double r = __xk_reduce(x, &q);
    int more;
    double s = __xk_reduce(r + (phase / x - 0.78539816339744828), &more);
    return rsqrt(x * 1.5707963267948966) * amplitude * __xk_sin_quadrant(s, q + more + turns);
}

__device__ __forceinline__ double __xk_bessel0_far(double x, int turns) {
    double u = 1.0 / (x * x);
    double m = 395504.55092046969;
    m = fma(m, u, -39855.933286735242);
    m = fma(m, u, 2162.4576580492767);
    m = fma(m, u, -101.02012105893344);
    m = fma(m, u, 5.8214117525773359);
    m = fma(m, u, -0.54277221706954482);
    m = fma(m, u, 0.10351552081763114);
    m = fma(m, u, -0.062499999943218781);
    m = fma(m, u, 0.99999999999999489);
    double f = -2444750.8285963302;
    f = fma(f, u, 237318.21993525961);
    f = fma(f, u, -12008.751347552856);
    f = fma(f, u, 494.25496185348555);
    f = fma(f, u, -23.285605254609234);
    f = fma(f, u, 1.6375541606138757);
    f = fma(f, u, -0.20956960220696502);
    f = fma(f, u, 0.065104166282108716);
    f = fma(f, u, -0.1249999999999656);
    return __xk_bessel_far(x, m, f, turns);
}

__device__ __forceinline__ double __xk_bessel1_far(double x, int turns) {
    double u = 1.0 / (x * x);
    double m = -467460.61682788422;
    m = fma(m, u, 47458.201917646926);
    m = fma(m, u, -2614.1095083455557);
    m = fma(m, u, 125.97292783357624);
    m = fma(m, u, -7.7083090290295058);
    m = fma(m, u, 0.80521137119480601);
    m = fma(m, u, -0.19335925386655053);
    m = fma(m, u, 0.18749999993391731);
    m = fma(m, u, 1.000000000000006);
    double f = 2883252.1553054936;
    f = fma(f, u, -281768.86936239584);
    f = fma(f, u, 14450.563936774804);
    f = fma(f, u, -611.39671866704998);
    f = fma(f, u, 30.40466143711928);
    f = fma(f, u, -2.3688046403310019);
    f = fma(f, u, 0.37089761311133834);
    f = fma(f, u, -0.16406249955321761);
    f = fma(f, u, 0.37499999999995998);
    return __xk_bessel_far(x, m, f, turns);
}

__device__ __noinline__ double j0(double x) {
    double a = fabs(x);
    if (a <= 4.0) {
        double w = fma(a * a, 0.125, -1.0);
        double p = 1.9101983348298104e-15;
        p = fma(p, w, -1.3645369314589173e-13);
        p = fma(p, w, 8.1308542757968349e-12);
        p = fma(p, w, -3.9943293278391777e-10);
        p = fma(p, w, 1.5832284350300597e-08);
        p = fma(p, w, -4.9317990115523079e-07);
        p = fma(p, w, 1.1671878503742212e-05);
        p = fma(p, w, -0.0002006035650992199);
        p = fma(p, w, 0.0023496751761325654);
        p = fma(p, w, -0.017030107053326454);
        p = fma(p, w, 0.064660082814917974);
        p = fma(p, w, -0.088662419122777322);
        return p * (((a - 2.4048255576957729) + 1.176691651530894e-16) * (a + 2.4048255576957729));
    }
    if (a <= 8.0) {
        double u = a - 6.0;
        double p = -5.6806536086707717e-19;
        p = fma(p, u, -2.419315810344783e-17);
        p = fma(p, u, 2.3559529894321558e-16);
        p = fma(p, u, 8.0989268993106072e-15);
        p = fma(p, u, -7.0862820444643567e-14);
        p = fma(p, u, -2.035108086389978e-12);
        p = fma(p, u, 1.662176932905923e-11);
        p = fma(p, u, 3.8810032773103082e-10);
        p = fma(p, u, -2.9472163855024308e-09);
        p = fma(p, u, -5.3698786323260669e-08);
        p = fma(p, u, 3.7683306567910593e-07);
        p = fma(p, u, 5.0463331680681501e-06);
        p = fma(p, u, -3.2459817734697361e-05);
        p = fma(p, u, -0.00029039245779547736);
        p = fma(p, u, 0.0016907164421519282);
        p = fma(p, u, 0.0084649954949806028);
        p = fma(p, u, -0.043430034934513632);
        p = fma(p, u, -0.077536592366692261);
        p = fma(p, u, 0.31389536605814861);
        return p * ((a - 5.5200781102863106) - 8.0885971461467223e-17);
    }
    if (a == __longlong_as_double(0x7ff0000000000000LL)) {
        return 0.0;
    }
    return x != x ? x + x : __xk_bessel0_far(a, 1);
}

__device__ __noinline__ double j1(double x) {
    double a = fabs(x);
    double r;
    if (a <= 5.25) {
        double w = fma(a * a, 0.071428571428571425, -1.0);
        double p = -6.1011717310140059e-16;
        p = fma(p, w, 3.1447234808666067e-14);
        p = fma(p, w, -1.3725899709103814e-12);
        p = fma(p, w, 5.0570624464783911e-11);
        p = fma(p, w, -1.5458154585961527e-09);
        p = fma(p, w, 3.8435477728299835e-08);
        p = fma(p, w, -7.5849912926537567e-07);
        p = fma(p, w, 1.1512821891100172e-05);
        p = fma(p, w, -0.00012891196890733826);
        p = fma(p, w, 0.0010044891039807601);
        p = fma(p, w, -0.0049870457342183231);
        p = fma(p, w, 0.013557782917479583);
        p = fma(p, w, -0.014364832834314662);
        p = p * (((a - 3.8317059702075125) + 1.5269184090088067e-16) * (a + 3.8317059702075125));
        r = p * a;
    } else if (a <= 8.0) {
        double u = a - 6.6;
        double p = 1.3809639933097832e-15;
        p = fma(p, u, -1.3964802731360427e-13);
        p = fma(p, u, -3.3202601447088334e-13);
        p = fma(p, u, 3.1971295640145045e-11);
        p = fma(p, u, 5.5172283247993092e-11);
        p = fma(p, u, -5.3262323707791604e-09);
        p = fma(p, u, -6.1567794002571449e-09);
        p = fma(p, u, 6.2983279741093756e-07);
        p = fma(p, u, 3.9088356653084977e-07);
        p = fma(p, u, -4.9104414509372203e-05);
        p = fma(p, u, -6.97481051992376e-06);
        p = fma(p, u, 0.0022450125840176873);
        p = fma(p, u, -0.00052000117451412719);
        p = fma(p, u, -0.048621823933637946);
        p = fma(p, u, 0.018653490240920875);
        p = fma(p, u, 0.30073189117450011);
        r = p * ((a - 7.0155866698156188) + 9.4141656534103889e-17);
    } else {
        r = a == __longlong_as_double(0x7ff0000000000000LL) ? 0.0 : __xk_bessel1_far(a, 0);
    }
    return x != x ? x + x : __double2hiint(x) < 0 ? -r : r;
}

__device__ __noinline__ double y0(double x) {
    if (!(x > 0.0)) {
        return x == 0.0 ? __longlong_as_double(0xfff0000000000000LL) : x != x ? x + x : __longlong_as_double(0x7fffffffffffffffLL);
    }
    if (x > 0.71 && x < 1.11) {
        double u = (x - 0.89357696627916749) - 2.6596231539720385e-17;
        double p = 0.26108389002150673;
        p = fma(p, u, -0.32472919228643121);
        p = fma(p, u, 0.2633242215170713);
        p = fma(p, u, -0.23616711977954852);
        p = fma(p, u, 0.22812444858530115);
        p = fma(p, u, -0.2193410709685481);
        p = fma(p, u, 0.21085914072907766);
        p = fma(p, u, -0.20395821534108022);
        p = fma(p, u, 0.19866586823033347);
        p = fma(p, u, -0.19506497893828756);
        p = fma(p, u, 0.19337619837870368);
        p = fma(p, u, -0.19395009017421513);
        p = fma(p, u, 0.19733566923072443);
        p = fma(p, u, -0.20487719790798103);
        p = fma(p, u, 0.21894842701076223);
        p = fma(p, u, -0.22612171354415952);
        p = fma(p, u, 0.22055282848167587);
        p = fma(p, u, -0.49207893426297755);
        p = fma(p, u, 0.87942080249719479);
        return p * u;
    }
    if (x <= 3.0) {
        double z = x * x;
        double p = 2.7123007651617901e-22;
        p = fma(p, z, -1.3974713387028065e-19);
        p = fma(p, z, 5.4301980912137225e-17);
        p = fma(p, z, -1.6932641223136269e-14);
        p = fma(p, z, 4.1435653170616418e-12);
        p = fma(p, z, -7.6930798850202342e-10);
        p = fma(p, z, 1.0358476033232023e-07);
        p = fma(p, z, -9.4950052052152835e-06);
        p = fma(p, z, 0.00053860266686164913);
        p = fma(p, z, -0.016073968025938423);
        p = fma(p, z, 0.17760601686906713);
        p = fma(p, z, -0.073804295108687232);
        return fma(log(x) * 0.63661977236758138, j0(x), p);
    }
    if (x <= 8.0) {
        double u = x - 5.5;
        double p = -1.9707710998127614e-22;
        p = fma(p, u, 1.0631404543377001e-21);
        p = fma(p, u, 2.3778551120686149e-21);
        p = fma(p, u, -1.1139096762134174e-20);
        p = fma(p, u, -9.7113749309534857e-20);
        p = fma(p, u, 5.1131607076529021e-19);
        p = fma(p, u, -1.1339317929354759e-18);
        p = fma(p, u, 6.9861529121343571e-18);
        p = fma(p, u, -5.3284118927350172e-17);
        p = fma(p, u, 3.0252519007579976e-16);
        p = fma(p, u, -1.6642492692907292e-15);
        p = fma(p, u, 1.0086173786453037e-14);
        p = fma(p, u, -6.4227924563104858e-14);
        p = fma(p, u, 2.4291018190440495e-13);
        p = fma(p, u, -3.7737572359969853e-14);
        p = fma(p, u, 3.0230737290392754e-11);
        p = fma(p, u, -4.3819056812042398e-10);
        p = fma(p, u, -2.6460805618200286e-09);
        p = fma(p, u, 5.1513799514877983e-08);
        p = fma(p, u, 3.5174626153628033e-07);
        p = fma(p, u, -5.4525357767380199e-06);
        p = fma(p, u, -2.3531857262995277e-05);
        p = fma(p, u, 0.00033552805897311332);
        p = fma(p, u, 0.00093915569573341153);
        p = fma(p, u, -0.011556101062874793);
        p = fma(p, u, -0.012193177301705039);
        p = fma(p, u, 0.13877871182260279);
        p = p * ((x - 3.957678419314858) + 1.0764340697562706e-16);
        return p * ((x - 7.0860510603017728) + 8.8352857230854081e-17);
    }
    return x == __longlong_as_double(0x7ff0000000000000LL) ? 0.0 : __xk_bessel0_far(x, 0);
}

__device__ __noinline__ double y1(double x) {
    if (!(x > 0.0)) {
        return x == 0.0 ? __longlong_as_double(0xfff0000000000000LL) : x != x ? x + x : __longlong_as_double(0x7fffffffffffffffLL);
    }
    if (x <= 1.6) {
        double z = x * x;
        double p = -5.794629656752344e-17;
        p = fma(p, z, -2.4938260930781325e-16);
        p = fma(p, z, 2.6148888521600629e-13);
        p = fma(p, z, -5.6471152617760414e-11);
        p = fma(p, z, 8.9318656906639172e-09);
        p = fma(p, z, -9.9267404940564284e-07);
        p = fma(p, z, 7.1642687493401796e-05);
        p = fma(p, z, -0.0029553053360782287);
        p = fma(p, z, 0.05434868816051009);
        p = fma(p, z, -0.19605709064623894);
        double r = 0.63661977236758138 * fma(log(x), j1(x), -1.0 / x);
        return fma(p, x, r);
    }
    if (x <= 3.2) {
        double u = x - 2.4;
        double p = 1.0358075940300872e-09;
        p = fma(p, u, -2.4350732926896455e-09);
        p = fma(p, u, 2.0106739406599187e-09);
        p = fma(p, u, -4.9975002004821559e-09);
        p = fma(p, u, 1.8142546312414308e-08);
        p = fma(p, u, -4.3233024912248815e-08);
        p = fma(p, u, 9.7997429697905182e-08);
        p = fma(p, u, -2.3510915830775641e-07);
        p = fma(p, u, 5.6659809404647582e-07);
        p = fma(p, u, -1.3570270677153779e-06);
        p = fma(p, u, 3.2477093439923651e-06);
        p = fma(p, u, -7.7702802031472518e-06);
        p = fma(p, u, 1.8572467587010297e-05);
        p = fma(p, u, -4.4398968721069985e-05);
        p = fma(p, u, 0.00010624699354942611);
        p = fma(p, u, -0.00024737511280737996);
        p = fma(p, u, 0.00055393535328562718);
        p = fma(p, u, -0.0016461976277554098);
        p = fma(p, u, 0.0053237881285561192);
        p = fma(p, u, 0.00030901845508371023);
        p = fma(p, u, -0.034137344138727543);
        p = fma(p, u, -0.1322098225347316);
        p = fma(p, u, 0.49536426697952879);
        return p * ((x - 2.1971413260310171) + 4.8259835876454966e-17);
    }
    if (x > 6.4 && x <= 8.0) {
        double u = x - 7.2;
        double p = 2.0991012089651799e-11;
        p = fma(p, u, -3.3461529983301579e-10);
        p = fma(p, u, -3.2466006196100131e-09);
        p = fma(p, u, 4.8115395955594382e-08);
        p = fma(p, u, 3.6688373509627277e-07);
        p = fma(p, u, -4.8270385591449988e-06);
        p = fma(p, u, -2.6173975399944138e-05);
        p = fma(p, u, 0.00030258116376087997);
        p = fma(p, u, 0.0010572178005186586);
        p = fma(p, u, -0.010337805761763899);
        p = fma(p, u, -0.018113491179200154);
        p = fma(p, u, 0.1387004163401411);
        p = fma(p, u, 0.074603542880594786);
        p = fma(p, u, -0.29342259391987147);
        return p;
    }
    if (x <= 6.4) {
        double u = x - 4.8;
        double p = -2.4843053980730374e-16;
        p = fma(p, u, 1.078479274897658e-15);
        p = fma(p, u, -1.6450522205909398e-15);
        p = fma(p, u, 9.3798143183238335e-15);
        p = fma(p, u, -6.6365330348472016e-14);
        p = fma(p, u, 3.0792380246862425e-13);
        p = fma(p, u, -1.3986258424262597e-12);
        p = fma(p, u, 6.8492440408679946e-12);
        p = fma(p, u, -3.2132317649718773e-11);
        p = fma(p, u, 1.197845649944098e-10);
        p = fma(p, u, -7.1167993560662302e-10);
        p = fma(p, u, 8.9129870619424616e-09);
        p = fma(p, u, -1.9091835473710369e-08);
        p = fma(p, u, -5.7419083450476783e-07);
        p = fma(p, u, 6.4299132221222706e-08);
        p = fma(p, u, 5.2683435086951849e-05);
        p = fma(p, u, -4.4755624060830851e-05);
        p = fma(p, u, -0.0023325367520155168);
        p = fma(p, u, 0.0016321790952907823);
        p = fma(p, u, 0.053402153183335008);
        p = fma(p, u, -0.035521960150793418);
        p = fma(p, u, -0.33916404247589982);
        return p * ((x - 5.4296810407941347) - 4.162514026670377e-16);
    }
    return x == __longlong_as_double(0x7ff0000000000000LL) ? 0.0 : __xk_bessel1_far(x, -1);
}

__device__ __noinline__ double jn(int n, double x) {
    if (n < 0) {
        return __longlong_as_double(0x7fffffffffffffffLL);
    }
    if (n == 0) {
        return j0(x);
    }
    if (n == 1) {
        return j1(x);
    }
    double a = fabs(x);
    if (x != x) {
        return x + x;
    }
    if (a == 0.0 || a == __longlong_as_double(0x7ff0000000000000LL)) {
        return 0.0;
    }
    double r;
    if (a > (double)n) {
        double before = j0(a);
        r = j1(a);
        for (int i = 1; i < n; ++i) {
            double next = fma(2.0 * i / a, r, -before);
            before = r;
            r = next;
        }
    } else {
        // Downwards from an order so high that its value does not count; the sum J0 + 2 J2 + 2 J4 + ... = 1 gives the scale.
        int start = 2 * ((n + (int)sqrt(64.0 * n) + 16) / 2);
        double above = 0.0;
        double now = 1.0;
        double sum = 0.0;
        bool even = false;
        r = 0.0;
        for (int i = start; i > 0; --i) {
            double below = fma(2.0 * i / a, now, -above);
            above = now;
            now = below;
            if (fabs(now) > 1e100) {
                now = now * 1e-100;
                above = above * 1e-100;
                r = r * 1e-100;
                sum = sum * 1e-100;
            }
            if (even) {
                sum = sum + now;
            }
            even = !even;
            if (i == n) {
                r = above;
            }
        }
        r = r / (2.0 * sum - now);
    }
    return x < 0.0 && (n & 1) != 0 ? -r : r;
}

__device__ __noinline__ double yn(int n, double x) {
    if (n < 0) {
        return __longlong_as_double(0x7fffffffffffffffLL);
    }
    if (n == 0) {
        return y0(x);
    }
    double r = y1(x);
    if (n == 1 || !(x > 0.0)) {
        return r;
    }
    double before = y0(x);
    for (int i = 1; i < n && r > __longlong_as_double(0xfff0000000000000LL); ++i) {
        double next = fma(2.0 * i / x, r, -before);
        before = r;
        r = next;
    }
    return r;
}

__device__ __noinline__ double cyl_bessel_i0(double x) {
    double a = fabs(x);
    if (a <= 9.0) {
        double z = a * a;
        double p = 9.5835771668021172e-34;
        p = fma(p, z, 3.7205662178088353e-31);
        p = fma(p, z, 4.0342813302598995e-28);
        p = fma(p, z, 2.5776749264055197e-25);
        p = fma(p, z, 1.4977943573525642e-22);
        p = fma(p, z, 7.2415062585771227e-20);
        p = fma(p, z, 2.8969312529536203e-17);
        p = fma(p, z, 9.3859595761888048e-15);
        p = fma(p, z, 2.4028076896784288e-12);
        p = fma(p, z, 4.7095027786712784e-10);
        p = fma(p, z, 6.7816840293938121e-08);
        p = fma(p, z, 6.7816840276880224e-06);
        p = fma(p, z, 0.0004340277777780661);
        p = fma(p, z, 0.015624999999999539);
        p = fma(p, z, 0.25000000000000028);
        p = fma(p, z, 1.0);
        return p;
    }
    double u = 1.0 / a;
    double p = -68766549013132.578;
    p = fma(p, u, 99499859207753.875);
    p = fma(p, u, -62619815795673.898);
    p = fma(p, u, 23109072357125.949);
    p = fma(p, u, -5644641994086.2188);
    p = fma(p, u, 972954364132.47156);
    p = fma(p, u, -122943108772.59653);
    p = fma(p, u, 11662101435.568304);
    p = fma(p, u, -842453613.71948349);
    p = fma(p, u, 46690051.198510058);
    p = fma(p, u, -1988165.5006012598);
    p = fma(p, u, 64802.182920275111);
    p = fma(p, u, -1597.7023809103011);
    p = fma(p, u, 30.146166692214816);
    p = fma(p, u, -0.16585010832085872);
    p = fma(p, u, 0.09430051569261938);
    p = fma(p, u, 0.044719207129565224);
    p = fma(p, u, 0.029219492549214989);
    p = fma(p, u, 0.028050628916051864);
    p = fma(p, u, 0.049867785050317762);
    p = fma(p, u, 0.39894228040143265);
    double half = exp(0.5 * a);
    return a == __longlong_as_double(0x7ff0000000000000LL) ? a : half * (p * rsqrt(a)) * half;
}

__device__ __noinline__ double cyl_bessel_i1(double x) {
    double a = fabs(x);
    double r;
    if (a <= 9.0) {
        double z = a * a;
        double p = 2.933269008752066e-35;
        p = fma(p, z, 1.2746488059989367e-32);
        p = fma(p, z, 1.4321929394737104e-29);
        p = fma(p, z, 9.9268707018886215e-27);
        p = fma(p, z, 6.2395745491915905e-24);
        p = fma(p, z, 3.2916765124790995e-21);
        p = fma(p, z, 1.4484617020524046e-18);
        p = fma(p, z, 5.214423314740876e-16);
        p = fma(p, z, 1.5017547741175151e-13);
        p = fma(p, z, 3.3639305615643335e-11);
        p = fma(p, z, 5.6514033572143119e-09);
        p = fma(p, z, 6.7816840277335555e-07);
        p = fma(p, z, 5.4253472222237886e-05);
        p = fma(p, z, 0.0026041666666666383);
        p = fma(p, z, 0.062500000000000014);
        p = fma(p, z, 0.5);
        r = p * a;
    } else {
        double u = 1.0 / a;
        double p = 65696016643383.555;
        p = fma(p, u, -97201016455990.438);
        p = fma(p, u, 62053281774466.719);
        p = fma(p, u, -23131850653844.246);
        p = fma(p, u, 5693223936188.2588);
        p = fma(p, u, -987231111832.87134);
        p = fma(p, u, 125364286491.20291);
        p = fma(p, u, -11941892588.188028);
        p = fma(p, u, 865862699.12958038);
        p = fma(p, u, -48148374.915321536);
        p = fma(p, u, 2056643.1285218254);
        p = fma(p, u, -67233.16716105782);
        p = fma(p, u, 1662.1402492539623);
        p = fma(p, u, -31.53089945397231);
        p = fma(p, u, 0.14259958380600599);
        p = fma(p, u, -0.11461700608771948);
        p = fma(p, u, -0.057501490362838296);
        p = fma(p, u, -0.04090725952631185);
        p = fma(p, u, -0.046751048299556827);
        p = fma(p, u, -0.14960335515068462);
        p = fma(p, u, 0.3989422804014327);
        double half = exp(0.5 * a);
        r = a == __longlong_as_double(0x7ff0000000000000LL) ? a : half * (p * rsqrt(a)) * half;
    }
    return __double2hiint(x) < 0 ? -r : r;
}

__device__ __forceinline__ float j0f(float x) {
    return (float)j0((double)x);
}

__device__ __forceinline__ float j1f(float x) {
    return (float)j1((double)x);
}

__device__ __forceinline__ float jnf(int n, float x) {
    return (float)jn(n, (double)x);
}

__device__ __forceinline__ float y0f(float x) {
    return (float)y0((double)x);
}

__device__ __forceinline__ float y1f(float x) {
    return (float)y1((double)x);
}

__device__ __forceinline__ float ynf(int n, float x) {
    return (float)yn(n, (double)x);
}

__device__ __forceinline__ float cyl_bessel_i0f(float x) {
    return (float)cyl_bessel_i0((double)x);
}

__device__ __forceinline__ float cyl_bessel_i1f(float x) {
    return (float)cyl_bessel_i1((double)x);
}
