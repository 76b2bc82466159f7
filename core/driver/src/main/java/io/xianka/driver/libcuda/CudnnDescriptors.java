package io.xianka.driver.libcuda;

import static io.xianka.driver.libcuda.Downcalls.call;

import io.xianka.driver.api.Cudnn.Mode;
import io.xianka.driver.api.Cudnn.Number;
import io.xianka.driver.api.Cudnn.Operation;
import io.xianka.driver.api.Cudnn.Reducer;
import io.xianka.driver.api.Cudnn.Residence;
import io.xianka.driver.api.Cudnn.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Makes the descriptors of cuDNN's graphs: opaque objects with numbered attributes, as cudnn_graph.h 9 numbers them. */
final class CudnnDescriptors {
    // cudnnBackendDescriptorType_t
    private static final int POINTWISE = 0;
    static final int ENGINECFG = 3;
    static final int ENGINEHEUR = 4;
    static final int EXECUTION_PLAN = 5;
    private static final int OPERATION_POINTWISE = 13;
    static final int OPERATIONGRAPH = 15;
    static final int VARIANT_PACK = 16;
    private static final int TENSOR = 17;
    private static final int MATMUL = 18;
    private static final int OPERATION_MATMUL = 19;
    private static final int REDUCTION = 21;
    private static final int OPERATION_REDUCTION = 22;
    private static final int OPERATION_RESHAPE = 31;

    // cudnnBackendAttributeName_t
    private static final int POINTWISE_MODE = 0;
    private static final int POINTWISE_MATH_PREC = 1;
    private static final int POINTWISE_AXIS = 9;
    static final int ENGINEHEUR_MODE = 200;
    static final int ENGINEHEUR_OPERATION_GRAPH = 201;
    private static final int ENGINEHEUR_RESULTS = 202;
    static final int EXECUTION_PLAN_HANDLE = 400;
    static final int EXECUTION_PLAN_ENGINE_CONFIG = 401;
    static final int EXECUTION_PLAN_WORKSPACE_SIZE = 402;
    private static final int OPERATION_POINTWISE_PW_DESCRIPTOR = 750;
    private static final int OPERATION_POINTWISE_XDESC = 751;
    private static final int OPERATION_POINTWISE_BDESC = 752;
    private static final int OPERATION_POINTWISE_YDESC = 753;
    private static final int OPERATION_POINTWISE_TDESC = 758;
    static final int OPERATIONGRAPH_HANDLE = 800;
    static final int OPERATIONGRAPH_OPS = 801;
    private static final int TENSOR_BYTE_ALIGNMENT = 900;
    private static final int TENSOR_DATA_TYPE = 901;
    private static final int TENSOR_DIMENSIONS = 902;
    private static final int TENSOR_STRIDES = 903;
    private static final int TENSOR_UNIQUE_ID = 906;
    private static final int TENSOR_IS_VIRTUAL = 907;
    private static final int TENSOR_IS_BY_VALUE = 908;
    static final int VARIANT_PACK_UNIQUE_IDS = 1000;
    static final int VARIANT_PACK_DATA_POINTERS = 1001;
    static final int VARIANT_PACK_WORKSPACE = 1003;
    private static final int MATMUL_COMP_TYPE = 1500;
    private static final int OPERATION_MATMUL_ADESC = 1520;
    private static final int OPERATION_MATMUL_BDESC = 1521;
    private static final int OPERATION_MATMUL_CDESC = 1522;
    private static final int OPERATION_MATMUL_DESC = 1523;
    private static final int REDUCTION_OPERATOR = 1600;
    private static final int REDUCTION_COMP_TYPE = 1601;
    private static final int OPERATION_REDUCTION_XDESC = 1610;
    private static final int OPERATION_REDUCTION_YDESC = 1611;
    private static final int OPERATION_REDUCTION_DESC = 1612;
    private static final int OPERATION_RESHAPE_XDESC = 2200;
    private static final int OPERATION_RESHAPE_YDESC = 2201;

    // cudnnBackendAttributeType_t
    private static final int TYPE_HANDLE = 0;
    private static final int TYPE_DATA_TYPE = 1;
    private static final int TYPE_BOOLEAN = 2;
    static final int TYPE_INT64 = 3;
    static final int TYPE_VOID_PTR = 6;
    static final int TYPE_HEUR_MODE = 8;
    private static final int TYPE_POINTWISE_MODE = 14;
    private static final int TYPE_BACKEND_DESCRIPTOR = 15;
    private static final int TYPE_REDUCTION_OPERATOR = 18;

    // cudnnBackendHeurMode_t
    static final int HEUR_MODE_FALLBACK = 2;
    static final int HEUR_MODE_A = 3;

    private static final long ALIGNMENT_BYTES = 16;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    /** Throws when a status is not success. */
    interface Check {
        void check(String what, int status);
    }

    private final Check check;
    private final MemorySegment createDescriptor;
    private final MemorySegment destroyDescriptor;
    private final MemorySegment setAttribute;
    private final MemorySegment getAttribute;
    private final MemorySegment finalizeDescriptor;

    CudnnDescriptors(Function<String, MemorySegment> functions, Check check) {
        this.check = check;
        this.createDescriptor = functions.apply("cudnnBackendCreateDescriptor");
        this.destroyDescriptor = functions.apply("cudnnBackendDestroyDescriptor");
        this.setAttribute = functions.apply("cudnnBackendSetAttribute");
        this.getAttribute = functions.apply("cudnnBackendGetAttribute");
        this.finalizeDescriptor = functions.apply("cudnnBackendFinalize");
    }

    long create(int type) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(LONG);
            check.check("cudnnBackendCreateDescriptor(" + type + ")", call(createDescriptor, type, out.address()));
            return out.get(LONG, 0);
        }
    }

    void destroy(long descriptor) {
        check.check("cudnnBackendDestroyDescriptor", call(destroyDescriptor, descriptor));
    }

    void finish(long descriptor) {
        check.check("cudnnBackendFinalize", call(finalizeDescriptor, descriptor));
    }

    void set(long descriptor, int attribute, int type, MemorySegment values, int elementBytes) {
        check.check(
                "cudnnBackendSetAttribute(" + attribute + ")",
                call(setAttribute, descriptor, attribute, type, values.byteSize() / elementBytes, values.address()));
    }

    void setInt(long descriptor, int attribute, int type, int value) {
        try (Arena arena = Arena.ofConfined()) {
            set(descriptor, attribute, type, arena.allocateFrom(ValueLayout.JAVA_INT, value), Integer.BYTES);
        }
    }

    void setHandle(long descriptor, int attribute, long handle) {
        setLongs(descriptor, attribute, TYPE_HANDLE, handle);
    }

    void setDescriptors(long descriptor, int attribute, long... values) {
        setLongs(descriptor, attribute, TYPE_BACKEND_DESCRIPTOR, values);
    }

    private void setLongs(long descriptor, int attribute, int type, long... values) {
        try (Arena arena = Arena.ofConfined()) {
            set(descriptor, attribute, type, arena.allocateFrom(LONG, values), Long.BYTES);
        }
    }

    private void setTrue(long descriptor, int attribute) {
        try (Arena arena = Arena.ofConfined()) {
            set(descriptor, attribute, TYPE_BOOLEAN, arena.allocateFrom(ValueLayout.JAVA_BYTE, (byte) 1), 1);
        }
    }

    long getLong(long descriptor, int attribute) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(LONG, 2);
            check.check(
                    "cudnnBackendGetAttribute(" + attribute + ")",
                    call(getAttribute, descriptor, attribute, TYPE_INT64, 1, out.address() + 8, out.address()));
            return out.get(LONG, 0);
        }
    }

    /** The engine configurations that heuristics found, best first. */
    long[] results(long heuristics, int most) {
        long[] configurations = new long[most];
        for (int i = 0; i < most; i++) {
            configurations[i] = create(ENGINECFG);
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocateFrom(LONG, configurations);
            MemorySegment count = arena.allocate(LONG);
            check.check(
                    "cudnnBackendGetAttribute(ENGINEHEUR_RESULTS)",
                    call(
                            getAttribute,
                            heuristics,
                            ENGINEHEUR_RESULTS,
                            TYPE_BACKEND_DESCRIPTOR,
                            most,
                            count.address(),
                            out.address()));
            int found = Math.clamp(count.get(LONG, 0), 0, most);
            for (int i = found; i < most; i++) {
                destroy(configurations[i]);
            }
            return Arrays.copyOf(configurations, found);
        }
    }

    /** Makes an operation, and those of its tensors that were not made yet. */
    long operation(Operation operation, Map<Tensor, Long> tensors) {
        return switch (operation) {
            case Operation.Matmul matmul -> {
                long how = create(MATMUL);
                setInt(how, MATMUL_COMP_TYPE, TYPE_DATA_TYPE, number(Number.FLOAT32));
                finish(how);
                yield finished(
                        OPERATION_MATMUL,
                        List.of(
                                new Link(OPERATION_MATMUL_ADESC, tensor(matmul.a(), tensors)),
                                new Link(OPERATION_MATMUL_BDESC, tensor(matmul.b(), tensors)),
                                new Link(OPERATION_MATMUL_CDESC, tensor(matmul.c(), tensors)),
                                new Link(OPERATION_MATMUL_DESC, how)));
            }
            case Operation.Pointwise pointwise -> {
                long how = create(POINTWISE);
                setInt(how, POINTWISE_MODE, TYPE_POINTWISE_MODE, mode(pointwise.mode()));
                setInt(how, POINTWISE_MATH_PREC, TYPE_DATA_TYPE, number(pointwise.math()));
                if (pointwise.mode() == Mode.INDEX) {
                    setLongs(how, POINTWISE_AXIS, TYPE_INT64, pointwise.axis());
                }
                finish(how);
                List<Link> links = new ArrayList<>(List.of(
                        new Link(OPERATION_POINTWISE_PW_DESCRIPTOR, how),
                        new Link(OPERATION_POINTWISE_XDESC, tensor(pointwise.x(), tensors))));
                pointwise.b().ifPresent(b -> links.add(new Link(OPERATION_POINTWISE_BDESC, tensor(b, tensors))));
                pointwise
                        .condition()
                        .ifPresent(t -> links.add(new Link(OPERATION_POINTWISE_TDESC, tensor(t, tensors))));
                links.add(new Link(OPERATION_POINTWISE_YDESC, tensor(pointwise.y(), tensors)));
                yield finished(OPERATION_POINTWISE, links);
            }
            case Operation.Reduction reduction -> {
                long how = create(REDUCTION);
                setInt(how, REDUCTION_OPERATOR, TYPE_REDUCTION_OPERATOR, reducer(reduction.reducer()));
                setInt(how, REDUCTION_COMP_TYPE, TYPE_DATA_TYPE, number(Number.FLOAT32));
                finish(how);
                yield finished(
                        OPERATION_REDUCTION,
                        List.of(
                                new Link(OPERATION_REDUCTION_DESC, how),
                                new Link(OPERATION_REDUCTION_XDESC, tensor(reduction.x(), tensors)),
                                new Link(OPERATION_REDUCTION_YDESC, tensor(reduction.y(), tensors))));
            }
            case Operation.Reshape reshape ->
                finished(
                        OPERATION_RESHAPE,
                        List.of(
                                new Link(OPERATION_RESHAPE_XDESC, tensor(reshape.x(), tensors)),
                                new Link(OPERATION_RESHAPE_YDESC, tensor(reshape.y(), tensors))));
        };
    }

    private record Link(int attribute, long descriptor) {}

    private long finished(int type, List<Link> links) {
        long operation = create(type);
        for (Link link : links) {
            setDescriptors(operation, link.attribute, link.descriptor);
        }
        finish(operation);
        return operation;
    }

    private long tensor(Tensor tensor, Map<Tensor, Long> made) {
        Long known = made.get(tensor);
        if (known != null) {
            return known;
        }
        long descriptor = create(TENSOR);
        setInt(descriptor, TENSOR_DATA_TYPE, TYPE_DATA_TYPE, number(tensor.type()));
        setLongs(
                descriptor,
                TENSOR_DIMENSIONS,
                TYPE_INT64,
                tensor.sizes().stream().mapToLong(Long::longValue).toArray());
        setLongs(
                descriptor,
                TENSOR_STRIDES,
                TYPE_INT64,
                tensor.strides().stream().mapToLong(Long::longValue).toArray());
        setLongs(descriptor, TENSOR_UNIQUE_ID, TYPE_INT64, tensor.id());
        setLongs(descriptor, TENSOR_BYTE_ALIGNMENT, TYPE_INT64, ALIGNMENT_BYTES);
        if (tensor.residence() == Residence.VIRTUAL) {
            setTrue(descriptor, TENSOR_IS_VIRTUAL);
        }
        if (tensor.residence() == Residence.CONSTANT) {
            setTrue(descriptor, TENSOR_IS_BY_VALUE);
        }
        finish(descriptor);
        made.put(tensor, descriptor);
        return descriptor;
    }

    /** cudnnDataType_t. */
    private static int number(Number type) {
        return switch (type) {
            case FLOAT32 -> 0;
            case FLOAT16 -> 2;
            case INT32 -> 4;
            case BFLOAT16 -> 9;
            case BOOLEAN -> 11;
        };
    }

    /** cudnnPointwiseMode_t. */
    private static int mode(Mode mode) {
        return switch (mode) {
            case ADD -> 0;
            case MULTIPLY -> 1;
            case DIVIDE -> 6;
            case SUBTRACT -> 9;
            case EXP -> 13;
            case LOG -> 15;
            case IDENTITY -> 21;
            case AT_LEAST -> 303;
            case INDEX -> 501;
            case SELECT -> 601;
        };
    }

    /** cudnnReduceTensorOp_t. */
    private static int reducer(Reducer reducer) {
        return switch (reducer) {
            case SUM -> 0;
            case MAX -> 3;
        };
    }
}
