#define SQUARE(x) ((x) * (x)
#define BAD_TAIL(a) a +
#include "missing.h"
__global__ void kernel(float *显卡, int n)
{
	float t = SQUARE(n);
    显卡[0] = BAD_TAIL(n);
    float u = SQUARE(n) + 1;
#if n
#elif (
#endif
    "日本語" 'x';
}
