package io.xianka.checks;

import java.util.Map;

/** An expression of CUDA C that Java can evaluate too. Integers are longs as {@link CType#wrap} leaves them. */
sealed interface CExpression {
    CType type();

    /** As source text, in parentheses where needed. */
    String text();

    /** Of an integer type. */
    long integer(Map<String, Object> variables);

    /** Of a floating type. */
    double floating(Map<String, Object> variables);

    /** The value in another type. */
    default Object as(CType wanted, Map<String, Object> variables) {
        if (wanted.floating) {
            return type().floating ? wanted.round(floating(variables)) : wanted.ofInteger(integer(variables), type());
        }
        return type().floating ? wanted.ofFloating(floating(variables), type()) : wanted.wrap(integer(variables));
    }

    default boolean truth(Map<String, Object> variables) {
        return (long) as(CType.BOOL, variables) != 0;
    }

    record Variable(CType type, String name) implements CExpression {
        @Override
        public String text() {
            return name;
        }

        @Override
        public long integer(Map<String, Object> variables) {
            return (long) variables.get(name);
        }

        @Override
        public double floating(Map<String, Object> variables) {
            return (double) variables.get(name);
        }
    }

    record Constant(CType type, long value) implements CExpression {
        @Override
        public String text() {
            return switch (type) {
                case UINT -> value + "u";
                case LLONG -> value == Long.MIN_VALUE ? "(-9223372036854775807ll - 1)" : "(" + value + "ll)";
                case ULLONG -> Long.toUnsignedString(value) + "ull";
                case INT -> value == Integer.MIN_VALUE ? "(-2147483647 - 1)" : "(" + value + ")";
                default -> "(" + type.spelling + ")" + "(" + value + ")";
            };
        }

        @Override
        public long integer(Map<String, Object> variables) {
            return value;
        }

        @Override
        public double floating(Map<String, Object> variables) {
            throw new IllegalStateException(text());
        }
    }

    record FloatingConstant(CType type, double value) implements CExpression {
        @Override
        public String text() {
            return type == CType.FLOAT ? Float.toHexString((float) value) + "f" : Double.toHexString(value);
        }

        @Override
        public long integer(Map<String, Object> variables) {
            throw new IllegalStateException(text());
        }

        @Override
        public double floating(Map<String, Object> variables) {
            return value;
        }
    }

    record Cast(CType type, CExpression operand) implements CExpression {
        @Override
        public String text() {
            return "(" + type.spelling + ")" + operand.text();
        }

        @Override
        public long integer(Map<String, Object> variables) {
            return (long) operand.as(type, variables);
        }

        @Override
        public double floating(Map<String, Object> variables) {
            return (double) operand.as(type, variables);
        }
    }

    /** {@code -}, {@code ~} or {@code !}. */
    record Unary(char operator, CExpression operand) implements CExpression {
        @Override
        public CType type() {
            return operator == '!' ? CType.BOOL : operand.type().promoted();
        }

        @Override
        public String text() {
            return "(" + operator + operand.text() + ")";
        }

        @Override
        public long integer(Map<String, Object> variables) {
            if (operator == '!') {
                return operand.truth(variables) ? 0 : 1;
            }
            long value = operand.integer(variables);
            return type().wrap(operator == '-' ? -value : ~value);
        }

        @Override
        public double floating(Map<String, Object> variables) {
            return -operand.floating(variables);
        }
    }

    /** Arithmetic, comparison, logic; the generator keeps divisors and shift amounts within bounds. */
    record Binary(String operator, CExpression left, CExpression right) implements CExpression {
        private boolean isLogic() {
            return operator.equals("&&") || operator.equals("||");
        }

        private boolean isComparison() {
            return switch (operator) {
                case "<", ">", "<=", ">=", "==", "!=" -> true;
                default -> false;
            };
        }

        private boolean isShift() {
            return operator.equals("<<") || operator.equals(">>");
        }

        private CType computation() {
            return isShift() ? left.type().promoted() : CType.common(left.type(), right.type());
        }

        @Override
        public CType type() {
            return isLogic() || isComparison() ? CType.BOOL : computation();
        }

        @Override
        public String text() {
            return "(" + left.text() + " " + operator + " " + right.text() + ")";
        }

        @Override
        public long integer(Map<String, Object> variables) {
            if (isLogic()) {
                boolean first = left.truth(variables);
                boolean and = operator.equals("&&");
                return first != and ? (first ? 1 : 0) : right.truth(variables) ? 1 : 0;
            }
            CType type = computation();
            if (isComparison()) {
                return compare(type, variables) ? 1 : 0;
            }
            long a = (long) left.as(type, variables);
            if (isShift()) {
                int count = (int) right.integer(variables);
                return type.wrap(operator.equals("<<") ? a << count : type.signed ? a >> count : a >>> count);
            }
            long b = (long) right.as(type, variables);
            return type.wrap(
                    switch (operator) {
                        case "+" -> a + b;
                        case "-" -> a - b;
                        case "*" -> a * b;
                        case "/" -> type.signed ? a / b : Long.divideUnsigned(a, b);
                        case "%" -> type.signed ? a % b : Long.remainderUnsigned(a, b);
                        case "&" -> a & b;
                        case "|" -> a | b;
                        case "^" -> a ^ b;
                        default -> throw new IllegalStateException(operator);
                    });
        }

        private boolean compare(CType type, Map<String, Object> variables) {
            if (type.floating) {
                double a = (double) left.as(type, variables);
                double b = (double) right.as(type, variables);
                return switch (operator) {
                    case "<" -> a < b;
                    case ">" -> a > b;
                    case "<=" -> a <= b;
                    case ">=" -> a >= b;
                    case "==" -> a == b;
                    default -> a != b;
                };
            }
            long a = (long) left.as(type, variables);
            long b = (long) right.as(type, variables);
            int order = type.signed ? Long.compare(a, b) : Long.compareUnsigned(a, b);
            return switch (operator) {
                case "<" -> order < 0;
                case ">" -> order > 0;
                case "<=" -> order <= 0;
                case ">=" -> order >= 0;
                case "==" -> order == 0;
                default -> order != 0;
            };
        }

        @Override
        public double floating(Map<String, Object> variables) {
            CType type = computation();
            double a = (double) left.as(type, variables);
            double b = (double) right.as(type, variables);
            if (type == CType.FLOAT) {
                float x = (float) a;
                float y = (float) b;
                return switch (operator) {
                    case "+" -> x + y;
                    case "-" -> x - y;
                    case "*" -> x * y;
                    case "/" -> x / y;
                    default -> throw new IllegalStateException(operator);
                };
            }
            return switch (operator) {
                case "+" -> a + b;
                case "-" -> a - b;
                case "*" -> a * b;
                case "/" -> a / b;
                default -> throw new IllegalStateException(operator);
            };
        }
    }

    record Conditional(CExpression condition, CExpression then, CExpression otherwise) implements CExpression {
        @Override
        public CType type() {
            return then.type() == otherwise.type() ? then.type() : CType.common(then.type(), otherwise.type());
        }

        @Override
        public String text() {
            return "(" + condition.text() + " ? " + then.text() + " : " + otherwise.text() + ")";
        }

        @Override
        public long integer(Map<String, Object> variables) {
            return (long) (condition.truth(variables) ? then : otherwise).as(type(), variables);
        }

        @Override
        public double floating(Map<String, Object> variables) {
            return (double) (condition.truth(variables) ? then : otherwise).as(type(), variables);
        }
    }
}
