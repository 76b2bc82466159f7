package io.xianka.checks;

import io.xianka.checks.CExpression.Binary;
import io.xianka.checks.CExpression.Cast;
import io.xianka.checks.CExpression.Conditional;
import io.xianka.checks.CExpression.Constant;
import io.xianka.checks.CExpression.FloatingConstant;
import io.xianka.checks.CExpression.Unary;
import io.xianka.checks.CExpression.Variable;
import java.util.List;
import java.util.Random;

/** Makes random expressions whose value the language, or the device, defines. */
final class CExpressions {
    private static final CType[] INTEGERS = {
        CType.SCHAR,
        CType.UCHAR,
        CType.SHORT,
        CType.USHORT,
        CType.INT,
        CType.INT,
        CType.UINT,
        CType.UINT,
        CType.LLONG,
        CType.ULLONG
    };

    private static final String[] ARITHMETIC = {"+", "-", "*", "&", "|", "^"};
    private static final String[] COMPARISONS = {"<", ">", "<=", ">=", "==", "!="};

    private final Random random;
    private final List<Variable> variables;

    CExpressions(Random random, List<Variable> variables) {
        this.random = random;
        this.variables = variables;
    }

    CExpression any(int depth) {
        return random.nextInt(3) == 0 ? floating(depth) : integer(depth);
    }

    CExpression integer(int depth) {
        if (depth <= 0) {
            return leaf(false);
        }
        return switch (random.nextInt(12)) {
            case 0 -> leaf(false);
            case 1 -> new Unary(random.nextBoolean() ? '-' : '~', integer(depth - 1));
            case 2 -> new Cast(INTEGERS[random.nextInt(INTEGERS.length)], integer(depth - 1));
            case 3 -> division(depth);
            case 4 -> shift(depth);
            case 5 -> condition(depth);
            case 6 -> new Conditional(condition(depth - 1), integer(depth - 1), integer(depth - 1));
            case 7 -> new Cast(random.nextBoolean() ? CType.INT : CType.UINT, floating(depth - 1));
            default ->
                new Binary(ARITHMETIC[random.nextInt(ARITHMETIC.length)], integer(depth - 1), integer(depth - 1));
        };
    }

    private CExpression division(int depth) {
        CExpression divisor = random.nextInt(3) == 0
                ? new Constant(CType.INT, random.nextBoolean() ? 1L << random.nextInt(12) : 1 + random.nextInt(100))
                : new Binary(
                        "+",
                        new Binary("&", integer(depth - 1), new Constant(CType.INT, 1023)),
                        new Constant(CType.INT, 1));
        return new Binary(random.nextBoolean() ? "/" : "%", integer(depth - 1), divisor);
    }

    private CExpression shift(int depth) {
        CExpression shifted = integer(depth - 1);
        int most = shifted.type().promoted().bits - 1;
        CExpression count = random.nextBoolean()
                ? new Constant(CType.INT, random.nextInt(most + 1))
                : new Binary("&", integer(depth - 1), new Constant(CType.INT, most));
        return new Binary(random.nextBoolean() ? "<<" : ">>", shifted, count);
    }

    CExpression condition(int depth) {
        return switch (random.nextInt(6)) {
            case 0 -> new Unary('!', any(depth - 1));
            case 1 -> new Binary("&&", any(depth - 1), any(depth - 1));
            case 2 -> new Binary("||", any(depth - 1), any(depth - 1));
            default -> new Binary(COMPARISONS[random.nextInt(COMPARISONS.length)], any(depth - 1), any(depth - 1));
        };
    }

    CExpression floating(int depth) {
        if (depth <= 0) {
            return leaf(true);
        }
        return switch (random.nextInt(9)) {
            case 0 -> leaf(true);
            case 1 -> new Unary('-', floating(depth - 1));
            case 2 -> new Cast(random.nextBoolean() ? CType.FLOAT : CType.DOUBLE, any(depth - 1));
            case 3 -> new Conditional(condition(depth - 1), floating(depth - 1), floating(depth - 1));
            case 4 -> new Binary("/", floating(depth - 1), floating(depth - 1));
            case 5 -> new Binary("*", floating(depth - 1), integer(depth - 1));
            case 6 -> new Binary("-", floating(depth - 1), floating(depth - 1));
            case 7 -> new Binary("*", floating(depth - 1), floating(depth - 1));
            default -> new Binary("+", floating(depth - 1), floating(depth - 1));
        };
    }

    private CExpression leaf(boolean floating) {
        if (random.nextInt(3) > 0) {
            for (int i = 0; i < 8; i++) {
                Variable variable = variables.get(random.nextInt(variables.size()));
                if (variable.type().floating == floating) {
                    return variable;
                }
            }
        }
        if (floating) {
            CType type = random.nextBoolean() ? CType.FLOAT : CType.DOUBLE;
            double[] plain = {0.0, 1.0, 0.5, 3.0, 1e10, 0.1};
            return new FloatingConstant(type, type.round(plain[random.nextInt(plain.length)]));
        }
        CType[] literals = {CType.INT, CType.UINT, CType.LLONG, CType.ULLONG};
        CType type = literals[random.nextInt(literals.length)];
        return new Constant(type, type.wrap(number(random)));
    }

    /** Mostly small numbers, powers of two and their neighbours, sometimes any. */
    static long number(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(21) - 10;
            case 1 -> (1L << random.nextInt(64)) + random.nextInt(3) - 1;
            case 2 -> random.nextInt();
            default -> random.nextLong();
        };
    }
}
