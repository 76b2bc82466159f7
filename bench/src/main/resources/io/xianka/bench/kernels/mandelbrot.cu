// How soon each point leaves the circle: a loop of unknown length that parts the threads of a warp.
extern "C" __global__ void mandelbrot(int *rounds, int width, int height, float left, float top, float step, int most)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (column >= width || row >= height)
        return;
    float cx = left + column * step;
    float cy = top - row * step;
    float x = 0.0f, y = 0.0f;
    int round = 0;
    while (round < most && x * x + y * y <= 4.0f) {
        float next = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = next;
        ++round;
    }
    rounds[row * width + column] = round;
}
