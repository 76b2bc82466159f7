package io.xianka.nn;

import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import java.util.List;

/** The length of all gradients as one vector, and gradients brought under a length. Both are recorded, and computed with the step. */
public final class GradientNorm {
    private GradientNorm() {}

    /**
     * The Euclidean norm over all gradients; parameters without one count nothing.
     *
     * @return a float32 scalar on the first parameter's device
     */
    public static Tensor of(List<Tensor> parameters) {
        if (parameters.isEmpty()) {
            throw new IllegalArgumentException("gradient norm: of no parameters");
        }
        Device device = parameters.getFirst().device();
        return Tensor.noGrad(() -> {
            Tensor squares = Tensor.zeros(Shape.SCALAR, DType.FLOAT32, device);
            for (Tensor parameter : parameters) {
                if (parameter.grad() != null) {
                    Tensor gradient = parameter.grad().to(DType.FLOAT32);
                    squares = squares.add(gradient.square().sum().to(device));
                }
            }
            return squares.sqrt();
        });
    }

    /**
     * Multiplies all gradients by the largest norm / (their norm + 1e-6), or by 1 when that is more, as
     * torch.nn.utils.clip_grad_norm_.
     *
     * @return the norm before, a float32 scalar
     */
    public static Tensor clip(List<Tensor> parameters, double largest) {
        if (!(largest > 0)) {
            throw new IllegalArgumentException("clip: the largest norm is " + largest + ", not above 0");
        }
        Tensor norm = of(parameters);
        Tensor.noGrad(() -> {
            Tensor factor = norm.add(1e-6).rdiv(largest).clampMax(1);
            for (Tensor parameter : parameters) {
                Tensor gradient = parameter.grad();
                if (gradient != null) {
                    parameter.grad(gradient.mul(factor.to(gradient.device())).to(gradient.dtype()));
                }
            }
        });
        return norm;
    }
}
