// One step of particles with drag inside a box, held as a struct of arrays: twelve streams through memory.
struct Particles {
    float *x, *y, *z;
    float *vx, *vy, *vz;
};

__device__ void bounce(float &position, float &velocity, float size)
{
    if (position < 0.0f) {
        position = -position;
        velocity = -velocity;
    } else if (position > size) {
        position = 2.0f * size - position;
        velocity = -velocity;
    }
}

extern "C" __global__ void particles(Particles p, float size, float drag, float dt, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float vx = p.vx[i], vy = p.vy[i], vz = p.vz[i];
    float speed = sqrtf(vx * vx + vy * vy + vz * vz);
    float slowed = 1.0f - drag * speed * dt;
    vx *= slowed;
    vy = vy * slowed - 9.81f * dt;
    vz *= slowed;
    float x = p.x[i] + vx * dt, y = p.y[i] + vy * dt, z = p.z[i] + vz * dt;
    bounce(x, vx, size);
    bounce(y, vy, size);
    bounce(z, vz, size);
    p.x[i] = x;
    p.y[i] = y;
    p.z[i] = z;
    p.vx[i] = vx;
    p.vy[i] = vy;
    p.vz[i] = vz;
}
