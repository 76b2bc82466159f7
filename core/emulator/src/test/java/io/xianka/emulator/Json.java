package io.xianka.emulator;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the JSON of test cases into maps, lists, strings, numbers and booleans. */
final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    static Object parse(String text) {
        return new Json(text).value();
    }

    private Object value() {
        skipSpace();
        return switch (text.charAt(at)) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            default -> {
                int start = at;
                while (at < text.length() && ",]} \n\r\t".indexOf(text.charAt(at)) < 0) {
                    at++;
                }
                String word = text.substring(start, at);
                yield word.equals("true") || word.equals("false")
                        ? (Object) Boolean.valueOf(word)
                        : Double.valueOf(word);
            }
        };
    }

    private Map<String, Object> object() {
        Map<String, Object> members = new LinkedHashMap<>();
        at++;
        while (peek() != '}') {
            String name = string();
            peek();
            at++;
            members.put(name, value());
            if (peek() == ',') {
                at++;
            }
        }
        at++;
        return members;
    }

    private List<Object> array() {
        List<Object> elements = new ArrayList<>();
        at++;
        while (peek() != ']') {
            elements.add(value());
            if (peek() == ',') {
                at++;
            }
        }
        at++;
        return elements;
    }

    private String string() {
        skipSpace();
        int start = ++at;
        while (text.charAt(at) != '"') {
            at++;
        }
        return text.substring(start, at++);
    }

    private char peek() {
        skipSpace();
        return text.charAt(at);
    }

    private void skipSpace() {
        while (Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }
}
