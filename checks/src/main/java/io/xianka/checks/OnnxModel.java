package io.xianka.checks;

import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A model in the ONNX format, run node by node; field numbers are those of onnx.proto. */
record OnnxModel(ProtobufMessage graph, Device device) {
    /** Something of ONNX that tensors here have not. */
    static final class NotHere extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NotHere(String what) {
            super(what);
        }
    }

    static OnnxModel read(byte[] encoded, Device device) {
        return new OnnxModel(new ProtobufMessage(encoded).messages(7).getFirst(), device);
    }

    /** Refuses sequences, maps and optional values; of a type's fields, 1 is a tensor's. */
    void checkTypes() {
        for (int list : new int[] {11, 12}) {
            for (ProtobufMessage value : graph.messages(list)) {
                if (!value.messages(2).getFirst().has(1)) {
                    throw new NotHere("the type of " + value.text(1));
                }
            }
        }
    }

    List<Tensor> run(List<Tensor> inputs) {
        Map<String, Tensor> values = new HashMap<>();
        for (ProtobufMessage initializer : graph.messages(5)) {
            values.put(initializer.text(8), tensor(initializer, device));
        }
        List<ProtobufMessage> named = graph.messages(11);
        for (int i = 0; i < inputs.size(); i++) {
            values.put(named.get(i).text(1), inputs.get(i));
        }
        for (ProtobufMessage node : graph.messages(1)) {
            OnnxOperations.Operation operation = OnnxOperations.named(node.text(4));
            if (operation == null || !node.text(7).isEmpty()) {
                throw new NotHere("operation " + node.text(4));
            }
            List<Tensor> operands = new ArrayList<>();
            node.texts(1).forEach(name -> operands.add(values.get(name)));
            List<String> outputs = node.texts(2);
            List<Tensor> results =
                    operation.of(new OnnxOperations.Call(operands, attributes(node), outputs.size(), device));
            for (int i = 0; i < outputs.size(); i++) {
                if (!outputs.get(i).isEmpty()) {
                    if (i >= results.size()) {
                        throw new NotHere("result " + i + " of " + node.text(4));
                    }
                    values.put(outputs.get(i), results.get(i));
                }
            }
        }
        return graph.messages(12).stream()
                .map(output -> values.get(output.text(1)))
                .toList();
    }

    private static Map<String, ProtobufMessage> attributes(ProtobufMessage node) {
        Map<String, ProtobufMessage> attributes = new HashMap<>();
        node.messages(5).forEach(attribute -> attributes.put(attribute.text(1), attribute));
        return attributes;
    }

    static DType dtype(long number) {
        return switch ((int) number) {
            case 1 -> DType.FLOAT32;
            case 2 -> DType.UINT8;
            case 3 -> DType.INT8;
            case 5 -> DType.INT16;
            case 6 -> DType.INT32;
            case 7 -> DType.INT64;
            case 9 -> DType.BOOL;
            case 10 -> DType.FLOAT16;
            case 11 -> DType.FLOAT64;
            case 14 -> DType.COMPLEX64;
            case 16 -> DType.BFLOAT16;
            default -> throw new NotHere("element type " + number);
        };
    }

    static Tensor tensor(ProtobufMessage message, Device device) {
        Shape shape = Shape.of(message.integers(1));
        DType dtype = dtype(message.integer(2));
        byte[] bytes = message.has(9) ? message.bytes(9).getLast() : typed(message, dtype);
        return Tensor.of(MemorySegment.ofArray(bytes), shape, dtype, device);
    }

    /** Elements in the field of their type: those of up to 32 bits as varints. */
    private static byte[] typed(ProtobufMessage message, DType dtype) {
        return switch (dtype) {
            case FLOAT32, COMPLEX64 -> message.fixed(4, Float.BYTES);
            case FLOAT64 -> message.fixed(10, Double.BYTES);
            case INT64 -> narrowed(message.integers(7), Long.BYTES);
            case BOOL, UINT8, INT8, INT16, INT32, FLOAT16, BFLOAT16 -> narrowed(message.integers(5), dtype.bytes());
        };
    }

    private static byte[] narrowed(long[] values, int width) {
        ByteBuffer bytes = ByteBuffer.allocate(values.length * width).order(ByteOrder.LITTLE_ENDIAN);
        for (long value : values) {
            for (int i = 0; i < width; i++) {
                bytes.put((byte) (value >>> (8 * i)));
            }
        }
        return bytes.array();
    }
}
