import io.xianka.tensor.*;

void main() {
    Tensor x = Tensor.randn(1000, 3);
    Tensor y = x.matmul(Tensor.of(new float[] {1, -2, 0.5f}, 3, 1)).realise();
    Tensor w = Tensor.zeros(3, 1).realise().requiresGrad();
    for (int step = 0; step < 200; step++) {
        Tensor loss = x.matmul(w).sub(y).square().mean();
        loss.backward();
        w.assign(w.detach().sub(w.grad().mul(0.1))).realise();
        w.zeroGrad();
    }
    IO.println(w); // [[1], [-2], [0.5]], nearly
}
