package io.xianka.tensor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Einstein's notation: letters name axes, those that the result lacks are summed over. Operands are taken together two by two, each
 * pair by one product of matrices. The axes of {@code ...} are named by capital Greek letters inside.
 */
final class Einsum {
    private static final char FIRST_OF_ELLIPSIS = '\u0391';

    /** A tensor and the names of its axes. */
    private record Named(Tensor tensor, String names) {
        long size(char name) {
            return tensor.shape().size(names.indexOf(name));
        }

        /** Axes of other names summed over. */
        Named keepOnly(String wanted) {
            int[] gone = java.util.stream.IntStream.range(0, names.length())
                    .filter(i -> wanted.indexOf(names.charAt(i)) < 0)
                    .toArray();
            return gone.length == 0 ? this : new Named(tensor.sum(gone), only(names, wanted));
        }

        /** In the order of these names, new ones with size 1. */
        Tensor ordered(String order) {
            int[] axes = order.chars().map(names::indexOf).filter(i -> i >= 0).toArray();
            Tensor arranged = tensor.permute(axes);
            for (int i = 0; i < order.length(); i++) {
                if (names.indexOf(order.charAt(i)) < 0) {
                    arranged = arranged.unsqueeze(i);
                }
            }
            return arranged;
        }
    }

    private final String equation;

    private Einsum(String equation) {
        this.equation = equation;
    }

    static Tensor of(String equation, Tensor... operands) {
        var einsum = new Einsum(equation);
        return Autocast.isOn() && operands.length > 0
                ? Autocast.low("einsum", List.of(operands), all -> einsum.run(all.toArray(Tensor[]::new)))
                : einsum.run(operands);
    }

    private ShapeMismatch refused(String why) {
        return new ShapeMismatch("einsum \"" + equation + "\": " + why);
    }

    private Tensor run(Tensor... operands) {
        String[] sides = equation.replace(" ", "").split("->", -1);
        String[] terms = sides[0].split(",", -1);
        if (sides.length > 2 || terms.length != operands.length) {
            throw refused(terms.length + " terms for " + operands.length + " operands");
        }
        int spread = 0;
        for (int i = 0; i < terms.length; i++) {
            if (terms[i].contains("...")) {
                spread = Math.max(spread, operands[i].shape().rank() - (terms[i].length() - 3));
            }
        }
        List<Named> named = new ArrayList<>();
        for (int i = 0; i < terms.length; i++) {
            named.add(named(terms[i], spread, operands[i]));
        }
        String result = sides.length == 2 ? result(sides[1], spread) : implied(named, spread);
        Map<Character, Long> sizes = sizes(named);
        for (int i = 0; i < result.length(); i++) {
            char name = result.charAt(i);
            if (!sizes.containsKey(name) || result.indexOf(name) != result.lastIndexOf(name)) {
                throw refused("the result's axis " + name + " must be named once there and by an operand");
            }
        }
        Named first = named.removeFirst().keepOnly(needed(named, result));
        while (!named.isEmpty()) {
            Named next = named.removeFirst();
            first = pair(first, next, needed(named, result), sizes);
        }
        return first.keepOnly(result).ordered(result);
    }

    private static String ellipsis(int from, int spread) {
        StringBuilder names = new StringBuilder();
        for (int i = from; i < spread; i++) {
            names.append((char) (FIRST_OF_ELLIPSIS + i));
        }
        return names.toString();
    }

    /** Axes of equal names are replaced by their diagonal. */
    private Named named(String term, int spread, Tensor operand) {
        int own = operand.shape().rank() - (term.length() - 3);
        String names = term.contains("...") ? term.replace("...", ellipsis(spread - Math.max(0, own), spread)) : term;
        if (names.length() != operand.shape().rank() || !names.chars().allMatch(Character::isLetter)) {
            throw refused("term " + term + " for shape " + operand.shape());
        }
        Tensor tensor = operand;
        for (int i = 0; i < names.length(); i++) {
            int twin = names.indexOf(names.charAt(i), i + 1);
            if (twin > 0) {
                char name = names.charAt(i);
                if (tensor.shape().size(i) != tensor.shape().size(twin)) {
                    throw refused("axis " + name + " has sizes "
                            + tensor.shape().size(i) + " and " + tensor.shape().size(twin));
                }
                tensor = tensor.diagonal(i, twin);
                names = names.substring(0, i) + names.substring(i + 1, twin) + names.substring(twin + 1) + name;
                i--;
            }
        }
        return new Named(tensor, names);
    }

    private String result(String text, int spread) {
        String names = text.replace("...", ellipsis(0, spread));
        if (!names.chars().allMatch(Character::isLetter)) {
            throw refused("the result " + text + " is not of letters");
        }
        return names;
    }

    /** Without an arrow: the axes of the ellipsis, then the letters that stand once, in order. */
    private static String implied(List<Named> named, int spread) {
        String all = named.stream().map(Named::names).collect(Collectors.joining());
        String once = all.chars()
                .filter(c -> all.indexOf(c) == all.lastIndexOf(c)
                        && ellipsis(0, spread).indexOf(c) < 0)
                .sorted()
                .mapToObj(c -> String.valueOf((char) c))
                .collect(Collectors.joining());
        return ellipsis(0, spread) + once;
    }

    private Map<Character, Long> sizes(List<Named> named) {
        Map<Character, Long> sizes = new LinkedHashMap<>();
        for (Named operand : named) {
            for (int i = 0; i < operand.names.length(); i++) {
                char name = operand.names.charAt(i);
                long size = operand.size(name);
                long known = sizes.getOrDefault(name, 1L);
                if (known != 1 && size != 1 && known != size) {
                    throw refused("axis " + name + " has sizes " + known + " and " + size);
                }
                sizes.put(name, known == 1 ? size : known);
            }
        }
        return sizes;
    }

    private static String needed(List<Named> rest, String result) {
        return rest.stream().map(Named::names).collect(Collectors.joining()) + result;
    }

    private static String only(String names, String wanted) {
        return names.chars()
                .filter(c -> wanted.indexOf(c) >= 0)
                .mapToObj(c -> String.valueOf((char) c))
                .collect(Collectors.joining());
    }

    private static String without(String names, String unwanted) {
        return names.chars()
                .filter(c -> unwanted.indexOf(c) < 0)
                .mapToObj(c -> String.valueOf((char) c))
                .collect(Collectors.joining());
    }

    /** One product of matrices: axes of both that stay are batches, those that do not are summed over. */
    private static Named pair(Named left, Named right, String needed, Map<Character, Long> sizes) {
        Named a = left.keepOnly(needed + right.names);
        Named b = right.keepOnly(needed + left.names);
        String both = only(a.names, b.names);
        String batch = only(both, needed);
        String summed = without(both, needed);
        String rows = without(a.names, both);
        String columns = without(b.names, both);
        Tensor x = stretched(a, batch + rows + summed, summed, sizes);
        Tensor y = stretched(b, batch + summed + columns, summed, sizes);
        int width = batch.length();
        Tensor product = merged(x, width, rows.length()).matmul(merged(y, width, summed.length()));
        Shape shape = product.shape()
                .slice(0, width)
                .concat(x.shape().slice(width, width + rows.length()))
                .concat(y.shape().slice(width + summed.length(), y.shape().rank()));
        return new Named(product.reshape(shape), batch + rows + columns);
    }

    /** Axes that are summed over must have their full size on both sides. */
    private static Tensor stretched(Named operand, String order, String summed, Map<Character, Long> sizes) {
        Tensor ordered = operand.ordered(order);
        Shape shape = ordered.shape();
        for (int i = 0; i < summed.length(); i++) {
            char name = summed.charAt(i);
            shape = shape.with(order.indexOf(name), sizes.get(name));
        }
        return ordered.expand(shape);
    }

    /** The first axes as they are, then two: {@code middle} axes made one, the rest made one. */
    private static Tensor merged(Tensor tensor, int batch, int middle) {
        Shape shape = tensor.shape();
        return tensor.reshape(shape.slice(0, batch)
                .insert(-1, shape.slice(batch, batch + middle).elements())
                .insert(-1, shape.slice(batch + middle, shape.rank()).elements()));
    }
}
