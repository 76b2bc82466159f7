package io.xianka.diagnosis.facts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Records of facts to JSON and back, by their components; every refusal names the field. */
final class RecordJson {
    static final int TEXT_CHARACTERS_MAX = 20_000;
    private static final int ELEMENTS_MAX = 10_000;
    private static final String UNKNOWN = "unknown_because";
    private static final String NOT_IN_REPORT = "not in this report";
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private RecordJson() {}

    // ------------------------------------------------------------------ writing

    static ObjectNode write(Record record) {
        ObjectNode node = NODES.objectNode();
        writeInto(node, "", record);
        return node;
    }

    private static void writeInto(ObjectNode node, String prefix, Record record) {
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            Object value = valueOf(component, record);
            String name = prefix + snakeCase(component.getName());
            if (component.isAnnotationPresent(Prefixed.class)) {
                writeInto(node, name + "_", (Record) value);
            } else {
                node.set(name, write(value));
            }
        }
    }

    private static JsonNode write(Object value) {
        return switch (value) {
            case Fact.Known<?>(Object known) -> write(known);
            case Fact.Unknown<?>(String reason) -> NODES.objectNode().put(UNKNOWN, reason);
            case Optional<?> optional -> optional.isPresent() ? write(optional.get()) : NullNode.getInstance();
            case List<?> list -> {
                ArrayNode array = NODES.arrayNode();
                list.forEach(element -> array.add(write(element)));
                yield array;
            }
            case Map<?, ?> map -> {
                ObjectNode object = NODES.objectNode();
                map.forEach((key, element) -> object.set((String) key, write(element)));
                yield object;
            }
            case Record record -> write(record);
            case String text -> NODES.textNode(text);
            case Boolean truth -> NODES.booleanNode(truth);
            case Integer number -> NODES.numberNode(number);
            case Long number -> NODES.numberNode(number);
            case Double number when Double.isFinite(number) -> NODES.numberNode(number);
            case Double number -> NODES.objectNode().put(UNKNOWN, "read as " + number);
            case Enum<?> constant -> NODES.textNode(nameOf(constant));
            default -> throw new AssertionError("facts hold no " + value.getClass());
        };
    }

    private static Object valueOf(RecordComponent component, Record record) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException impossible) {
            throw new LinkageError(impossible.getMessage(), impossible);
        }
    }

    // ------------------------------------------------------------------ reading

    static <R extends Record> R read(Class<R> type, ObjectNode node) {
        return type.cast(readRecord(type, node, "", ""));
    }

    private static Object readRecord(Class<?> type, JsonNode node, String prefix, String path) {
        RecordComponent[] components = type.getRecordComponents();
        Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            RecordComponent component = components[i];
            String name = prefix + snakeCase(component.getName());
            values[i] = component.isAnnotationPresent(Prefixed.class)
                    ? readRecord(component.getType(), node, name + "_", path)
                    : read(component.getGenericType(), node.path(name), path.isEmpty() ? name : path + "." + name);
        }
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            return type.getDeclaredConstructor(types).newInstance(values);
        } catch (InvocationTargetException refused) {
            throw new FactsFormatException(path + ": " + refused.getCause().getMessage());
        } catch (ReflectiveOperationException impossible) {
            throw new LinkageError(impossible.getMessage(), impossible);
        }
    }

    private static Object read(Type type, JsonNode node, String path) {
        if (type instanceof ParameterizedType generic) {
            Class<?> container = (Class<?>) generic.getRawType();
            Type element = generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1];
            if (container == Fact.class) {
                return readFact(element, node, path);
            }
            if (container == Optional.class) {
                return node.isMissingNode() || node.isNull()
                        ? Optional.empty()
                        : Optional.of(read(element, node, path));
            }
            if (container == List.class) {
                return readList(element, node, path);
            }
            return readMap(element, node, path);
        }
        Class<?> plain = (Class<?>) type;
        if (plain.isRecord()) {
            if (!node.isObject() && !node.isMissingNode()) {
                throw wrong(path, "an object", node);
            }
            return readRecord(plain, node, "", path);
        }
        return readPlain(plain, node, path);
    }

    private static Fact<?> readFact(Type type, JsonNode node, String path) {
        boolean mayBeAbsent = type instanceof ParameterizedType generic && generic.getRawType() == Optional.class;
        if (node.isMissingNode() || (node.isNull() && !mayBeAbsent)) {
            return Fact.unknown(NOT_IN_REPORT);
        }
        if (node.isObject() && node.has(UNKNOWN)) {
            return Fact.unknown((String) readPlain(String.class, node.get(UNKNOWN), path + "." + UNKNOWN));
        }
        Class<?> constants = enumIn(type);
        if (constants != null
                && node.isTextual()
                && constantOf(constants, node.textValue()).isEmpty()) {
            return Fact.unknown("'" + printable(node.textValue()) + "' is not known to this Xianka");
        }
        return Fact.of(read(type, node, path));
    }

    /** The enum that a fact or optional fact holds; null when it holds something else. */
    private static Class<?> enumIn(Type type) {
        return switch (type) {
            case ParameterizedType generic
            when generic.getRawType() == Optional.class -> enumIn(generic.getActualTypeArguments()[0]);
            case Class<?> plain when plain.isEnum() -> plain;
            default -> null;
        };
    }

    private static List<?> readList(Type element, JsonNode node, String path) {
        if (node.isMissingNode()) {
            return List.of();
        }
        if (!node.isArray()) {
            throw wrong(path, "a list", node);
        }
        checkSize(node, path);
        List<Object> values = new ArrayList<>();
        for (JsonNode each : node) {
            values.add(read(element, each, path + "[" + values.size() + "]"));
        }
        return values;
    }

    private static Map<?, ?> readMap(Type element, JsonNode node, String path) {
        if (!node.isObject()) {
            throw wrong(path, "an object", node);
        }
        checkSize(node, path);
        Map<String, Object> values = new LinkedHashMap<>();
        node.properties()
                .forEach(entry -> values.put(
                        printable(entry.getKey()),
                        read(element, entry.getValue(), path + "." + printable(entry.getKey()))));
        return values;
    }

    private static void checkSize(JsonNode node, String path) {
        if (node.size() > ELEMENTS_MAX) {
            throw new FactsFormatException(
                    path + ": " + node.size() + " elements, but at most " + ELEMENTS_MAX + " are read");
        }
    }

    private static Object readPlain(Class<?> type, JsonNode node, String path) {
        if (type == String.class) {
            if (!node.isTextual()) {
                throw wrong(path, "a text", node);
            }
            return printable(node.textValue());
        }
        if (type == boolean.class || type == Boolean.class) {
            if (!node.isBoolean()) {
                throw wrong(path, "true or false", node);
            }
            return node.booleanValue();
        }
        if (type == double.class || type == Double.class) {
            if (!node.isNumber() || !Double.isFinite(node.doubleValue())) {
                throw wrong(path, "a number", node);
            }
            return node.doubleValue();
        }
        if (type == long.class || type == Long.class) {
            if (!node.isIntegralNumber() || !node.canConvertToLong()) {
                throw wrong(path, "a whole number", node);
            }
            return node.longValue();
        }
        if (type == int.class || type == Integer.class) {
            if (!node.isIntegralNumber() || !node.canConvertToInt()) {
                throw wrong(path, "a whole number below 2^31", node);
            }
            return node.intValue();
        }
        if (type.isEnum()) {
            Optional<?> constant = node.isTextual() ? constantOf(type, node.textValue()) : Optional.empty();
            return constant.orElseThrow(() -> wrong(
                    path,
                    "one of "
                            + String.join(
                                    ", ",
                                    Arrays.stream(type.getEnumConstants())
                                            .map(each -> nameOf((Enum<?>) each))
                                            .toList()),
                    node));
        }
        throw new AssertionError("facts hold no " + type);
    }

    private static Optional<?> constantOf(Class<?> type, String name) {
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> nameOf((Enum<?>) constant).equals(name))
                .findFirst();
    }

    private static FactsFormatException wrong(String path, String expected, JsonNode node) {
        String found = node instanceof MissingNode ? "nothing" : printable(node.toString());
        return new FactsFormatException(path + ": expected " + expected + ", found "
                + (found.length() > 60 ? found.substring(0, 60) + "..." : found));
    }

    // ------------------------------------------------------------------ names

    /** Without what could steer a terminal: a report may come from anybody. */
    static String printable(String text) {
        if (text.chars().noneMatch(RecordJson::steers)) {
            return text;
        }
        StringBuilder kept = new StringBuilder(text.length());
        text.chars().forEach(c -> kept.append(steers(c) ? '\uFFFD' : (char) c));
        return kept.toString();
    }

    private static boolean steers(int c) {
        return (Character.isISOControl(c) && c != '\n' && c != '\t') || Character.getType(c) == Character.FORMAT;
    }

    private static String nameOf(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** {@code bar1TotalBytes} to {@code bar1_total_bytes}. */
    private static String snakeCase(String name) {
        StringBuilder words = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (Character.isUpperCase(c)) {
                words.append('_').append(Character.toLowerCase(c));
            } else {
                words.append(c);
            }
        }
        return words.toString();
    }
}
