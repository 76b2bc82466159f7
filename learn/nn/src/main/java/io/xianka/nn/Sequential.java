package io.xianka.nn;

import io.xianka.tensor.Tensor;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Layers one after another, named by their place from 0, as torch.nn.Sequential.
 *
 * {@snippet :
 * var net = new Sequential(new Conv2d(1, 8, 3), Sequential.of(Tensor::relu), Sequential.of(x -> x.maxPool2d(2)));
 * }
 */
public final class Sequential extends Layer {
    private final List<Layer> layers;

    /** In this order. */
    public Sequential(Layer... layers) {
        this.layers = List.of(layers);
        for (int i = 0; i < layers.length; i++) {
            child(String.valueOf(i), layers[i]);
        }
    }

    /** {@return a function without parameters as a layer: an activation, pooling, a reshape} */
    public static Layer of(UnaryOperator<Tensor> function) {
        return new Layer() {
            @Override
            public Tensor forward(Tensor x) {
                return function.apply(x);
            }
        };
    }

    @Override
    public Tensor forward(Tensor x) {
        Tensor value = x;
        for (Layer layer : layers) {
            value = layer.forward(value);
        }
        return value;
    }
}
