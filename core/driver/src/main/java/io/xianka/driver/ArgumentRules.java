package io.xianka.driver;

import io.xianka.driver.api.KernelParameter;
import io.xianka.driver.api.KernelSignature;
import io.xianka.driver.api.LaunchParameters;
import io.xianka.driver.api.ParameterKind;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Which Java values fit which kernel parameters, how they are written, and what is said when they do not fit. */
final class ArgumentRules {
    private ArgumentRules() {}

    static void check(String kernel, KernelSignature signature, Object[] arguments, Device device) {
        checkCount(kernel, signature, arguments.length);
        for (int i = 0; i < arguments.length; i++) {
            check(kernel, i, signature.parameters().get(i), arguments[i], device);
        }
    }

    static void checkCount(String kernel, KernelSignature signature, int count) {
        int expected = signature.parameters().size();
        if (count != expected) {
            throw new IllegalArgumentException(
                    kernel + ": takes " + expected + (expected == 1 ? " parameter" : " parameters") + " "
                            + signature.toString().substring(signature.name().length()) + ": got " + count
                            + (count == 1 ? " argument" : " arguments") + "; give one for each parameter, in order");
        }
    }

    static void check(String kernel, int index, KernelParameter parameter, Object argument, Device device) {
        if (!fits(parameter, argument)) {
            throw new IllegalArgumentException(kernel + ": " + describe(index, parameter) + ": got "
                    + describe(parameter, argument) + "; pass " + expected(parameter));
        }
        switch (argument) {
            case DeviceMemory memory -> checkMemory(kernel, index, parameter, memory, device);
            case Texture texture -> checkObject(kernel, index, parameter, texture, texture.device(), device);
            case Surface surface -> checkObject(kernel, index, parameter, surface, surface.device(), device);
            case Record struct
            when !(struct instanceof Arg) -> {
                List<DeviceMemory> pointers = new ArrayList<>();
                StructLayout.of(struct.getClass()).collectMemory(struct, pointers);
                pointers.forEach(memory -> checkMemory(kernel, index, parameter, memory, device));
            }
            default -> {}
        }
    }

    private static void checkObject(
            String kernel, int index, KernelParameter parameter, Owned object, Device home, Device device) {
        if (!object.isOpen()) {
            throw new IllegalStateException(kernel + ": " + describe(index, parameter) + ": " + object
                    + " was closed; use it inside of the scope that opened it");
        }
        if (!device.sharesContext(home)) {
            throw new IllegalArgumentException(kernel + ": " + describe(index, parameter) + ": " + object
                    + " belongs to " + home.place() + ", the kernel runs on " + device.place() + "; make one there");
        }
    }

    private static void checkMemory(
            String kernel, int index, KernelParameter parameter, DeviceMemory memory, Device device) {
        if (!memory.isOpen()) {
            throw new IllegalStateException(kernel + ": " + describe(index, parameter) + ": " + memory
                    + " was closed; use it inside of the scope that opened it");
        }
        if (!device.reaches(memory)) {
            throw new IllegalArgumentException(kernel + ": " + describe(index, parameter) + ": " + memory + " lies on "
                    + memory.device().place() + ", the kernel runs on " + device.place()
                    + "; copy it there, or enablePeer between the devices");
        }
    }

    private static boolean fits(KernelParameter parameter, Object argument) {
        ParameterKind kind = parameter.kind();
        int size = parameter.sizeBytes();
        boolean opaque = kind == ParameterKind.OPAQUE;
        return switch (argument) {
            case null -> false;
            case Byte number -> kind == ParameterKind.I8 || kind == ParameterKind.U8 || (opaque && size == 1);
            case Boolean truth -> kind == ParameterKind.BOOL || (opaque && size == 1);
            case Short number ->
                kind == ParameterKind.I16
                        || kind == ParameterKind.U16
                        || kind == ParameterKind.F16
                        || kind == ParameterKind.BF16
                        || (opaque && size == 2);
            case Character letter -> kind == ParameterKind.U16 || (opaque && size == 2);
            case Integer number -> kind == ParameterKind.I32 || kind == ParameterKind.U32 || (opaque && size == 4);
            case Long number -> kind == ParameterKind.I64 || kind == ParameterKind.U64 || (opaque && size == 8);
            case Float number -> kind == ParameterKind.F32 || (opaque && size == 4 && !isInteger(parameter));
            case Double number -> kind == ParameterKind.F64 || (opaque && size == 8 && !isInteger(parameter));
            case DeviceMemory memory -> kind == ParameterKind.POINTER || (opaque && size == 8);
            case Texture texture -> kind == ParameterKind.U64 || (opaque && size == 8);
            case Surface surface -> kind == ParameterKind.U64 || (opaque && size == 8);
            case Arg.Pointer pointer -> kind == ParameterKind.POINTER || (opaque && size == 8);
            case Arg.Host host ->
                opaque
                        ? size == 8
                        : kind == ParameterKind.POINTER
                                && host.element.matches(parameter.pointee())
                                && (parameter.pointeeBytes() == 0
                                        || host.memory.byteSize() % parameter.pointeeBytes() == 0);
            case Arg.Value value ->
                (kind == ParameterKind.STRUCT || opaque) && value.bytes().byteSize() == size;
            case Record struct ->
                (kind == ParameterKind.STRUCT || opaque)
                        && StructLayout.of(struct.getClass()).sizeBytes() == size;
            default -> false;
        };
    }

    /** PTX names integer parameters by their type, as in {@code .u64}, also when they hold a pointer. */
    private static boolean isInteger(KernelParameter parameter) {
        return parameter.type().startsWith(".u") || parameter.type().startsWith(".s");
    }

    /** {@code parameter 2 'a' is const float *}. */
    static String describe(int index, KernelParameter parameter) {
        String type = parameter.type().isEmpty() ? parameter.sizeBytes() + " bytes" : parameter.type();
        return "parameter " + (index + 1) + (parameter.name().isEmpty() ? "" : " '" + parameter.name() + "'") + " is "
                + type + (parameter.kind() == ParameterKind.STRUCT ? " of " + parameter.sizeBytes() + " bytes" : "");
    }

    private static String describe(KernelParameter parameter, Object argument) {
        return switch (argument) {
            case null -> "null";
            case Arg.Host host -> {
                boolean partial = parameter.kind() == ParameterKind.POINTER
                        && host.element.matches(parameter.pointee())
                        && parameter.pointeeBytes() > 0;
                yield partial
                        ? host + ", " + host.memory.byteSize() + " bytes, which are not whole elements of "
                                + parameter.pointeeBytes()
                        : host.element.arrayName();
            }
            case Arg special -> special.toString();
            case DeviceMemory memory -> memory.toString();
            case Owned object -> object.toString();
            case Record struct ->
                StructLayout.of(struct.getClass()).declaration() + ", laid out as "
                        + StructLayout.of(struct.getClass()).sizeBytes() + " bytes";
            case Number number -> number + " of type " + primitive(argument);
            case Boolean truth -> truth + " of type boolean";
            case Character letter -> (int) letter + " of type char";
            default -> {
                String hint = argument.getClass().isArray() ? ", a bare array" : "";
                yield argument.getClass().getSimpleName() + hint;
            }
        };
    }

    private static String primitive(Object argument) {
        return switch (argument) {
            case Integer number -> "int";
            default -> argument.getClass().getSimpleName().toLowerCase(Locale.ROOT);
        };
    }

    private static String expected(KernelParameter parameter) {
        return switch (parameter.kind()) {
            case POINTER -> {
                JavaElement element = JavaElement.of(parameter.pointee());
                String array = element == JavaElement.UNTYPED ? "an array or MemorySegment" : article(element);
                yield "in(...), out(...) or inOut(...) of " + array + ", or a DeviceBuffer";
            }
            case STRUCT ->
                "a record with the struct's fields in order, which C lays out in " + parameter.sizeBytes()
                        + " bytes, or struct(...) with its bytes";
            case OPAQUE ->
                switch (parameter.sizeBytes()) {
                    case 1 -> "a byte or boolean";
                    case 2 -> "a short or char";
                    case 4 -> isInteger(parameter) ? "an int" : "an int or float";
                    case 8 ->
                        (isInteger(parameter) ? "a long" : "a long or double")
                                + ", or for a pointer in(...), out(...), inOut(...) or a DeviceBuffer";
                    default -> "a record that C lays out in " + parameter.sizeBytes() + " bytes, or struct(...)";
                };
            case BOOL -> "a boolean";
            case I8, U8 -> "a byte, as in (byte) 1";
            case I16, U16 -> "a short, as in (short) 1";
            case F16, BF16 -> "a short with the bits of the number, as Float.floatToFloat16 gives";
            case I32, U32 -> "an int, as in 1";
            case I64 -> "a long, as in 1L";
            case U64 -> "a long, as in 1L; for a cudaTextureObject_t a Texture, for a cudaSurfaceObject_t a Surface";
            case F32 -> "a float, as in 1f";
            case F64 -> "a double, as in 1.0";
        };
    }

    private static String article(JavaElement element) {
        return (element == JavaElement.INT ? "an " : "a ") + element.arrayName();
    }

    /** Writes an argument that was checked. Host arrays are written by who knows where they went. */
    static void write(Object argument, LaunchParameters parameters, int index) {
        MemorySegment values = parameters.values();
        long at = parameters.offsetBytes(index);
        switch (argument) {
            case Byte number -> values.set(ValueLayout.JAVA_BYTE, at, number);
            case Boolean truth -> values.set(ValueLayout.JAVA_BYTE, at, (byte) (truth ? 1 : 0));
            case Short number -> values.set(ValueLayout.JAVA_SHORT, at, number);
            case Character letter -> values.set(ValueLayout.JAVA_CHAR, at, letter);
            case Integer number -> values.set(ValueLayout.JAVA_INT, at, number);
            case Long number -> values.set(ValueLayout.JAVA_LONG, at, number);
            case Float number -> values.set(ValueLayout.JAVA_FLOAT, at, number);
            case Double number -> values.set(ValueLayout.JAVA_DOUBLE, at, number);
            case DeviceMemory memory -> values.set(ValueLayout.JAVA_LONG, at, memory.pointer());
            case Texture texture -> values.set(ValueLayout.JAVA_LONG, at, texture.handle());
            case Surface surface -> values.set(ValueLayout.JAVA_LONG, at, surface.handle());
            case Arg.Pointer pointer -> values.set(ValueLayout.JAVA_LONG, at, pointer.address());
            case Arg.Value value ->
                MemorySegment.copy(value.bytes(), 0, values, at, value.bytes().byteSize());
            case Record struct -> StructLayout.of(struct.getClass()).write(struct, values, at);
            default -> throw new IllegalStateException("unchecked argument " + argument);
        }
    }
}
