package io.xianka.tensor;

import io.xianka.tensor.execution.Realisation;
import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Storage;
import io.xianka.tensor.graph.Trace;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

/** An array of elements of one type. Values never change. */
public final class Tensor {
    private final Node node;

    Tensor(Node node) {
        this.node = node;
    }

    /** A tensor of float32 elements, row-major. */
    public static Tensor of(Device device, float[] elements, long... sizes) {
        Shape shape = sizes.length == 0 ? Shape.of(elements.length) : Shape.of(sizes);
        return of(device, MemorySegment.ofArray(elements), shape, DType.FLOAT32);
    }

    static Tensor of(Device device, MemorySegment elements, Shape shape, DType dtype) {
        if (shape.elements() * dtype.bytes() != elements.byteSize()) {
            throw new ShapeMismatch("shape " + shape + " of " + dtype + " needs " + shape.elements() * dtype.bytes()
                    + " bytes, there are " + elements.byteSize());
        }
        Storage storage = device.realisation().executor().allocate(elements.byteSize());
        device.realisation().executor().upload(elements, storage);
        return new Tensor(Trace.data(storage, shape, dtype, device, false));
    }

    /** {@return the sizes of its axes} */
    public Shape shape() {
        return node.shape();
    }

    /** {@return the type of its elements} */
    public DType dtype() {
        return node.dtype();
    }

    /** {@return where it is} */
    public Device device() {
        return (Device) node.place();
    }

    /** {@return this and the other's sum, by NumPy's broadcasting} */
    public Tensor add(Tensor other) {
        return new Tensor(Trace.binary(BinaryOp.ADD, node, other.node));
    }

    /** Computes tensors together, so that what they share is computed once. */
    public static void realise(Tensor... tensors) {
        List<Node> nodes = Arrays.stream(tensors).map(tensor -> tensor.node).toList();
        Realisation.realise(nodes, node -> ((Device) node.place()).realisation());
    }

    /** {@return the elements, row-major} */
    public float[] toFloatArray() {
        realise(this);
        float[] elements = new float[Math.toIntExact(shape().elements())];
        device().realisation().executor().download(node.storage(), MemorySegment.ofArray(elements));
        return elements;
    }
}
