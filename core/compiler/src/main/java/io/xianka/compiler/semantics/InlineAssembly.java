package io.xianka.compiler.semantics;

import io.xianka.compiler.syntax.Statement;
import io.xianka.compiler.typed.Place;
import io.xianka.compiler.typed.Term;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code asm} statements: constraints, and the types that they want. Start at {@link #analyse}. */
final class InlineAssembly {
    private final Analysis a;

    InlineAssembly(Analysis analysis) {
        a = analysis;
    }

    void analyse(Statement.Asm s, Scope scope, List<io.xianka.compiler.typed.Statement> out) {
        List<io.xianka.compiler.typed.Statement.AsmOutput> outputs = new ArrayList<>();
        List<io.xianka.compiler.typed.Statement.AsmInput> inputs = new ArrayList<>();
        String text = s.text();
        boolean good = true;
        for (Statement.AsmOperand operand : s.outputs()) {
            String constraint = operand.constraint();
            boolean readsToo = constraint.startsWith("+");
            String letters = constraint.substring(written(constraint));
            Term term = a.expressions.term(operand.expression(), scope);
            if (Terms.isErroneous(term)) {
                good = false;
                continue;
            }
            if (!(constraint.startsWith("=") || readsToo) || letters.length() != 1) {
                a.error(
                        operand.span(),
                        "an output's constraint is \"=\" or \"+\" and a letter, not \"" + constraint + "\"");
                good = false;
                continue;
            }
            if (!(term instanceof Place place) || place.type().isConst() || !Terms.isLvalue(place)) {
                a.error(operand.expression().span(), "an output of asm must be a variable that can be changed");
                good = false;
                continue;
            }
            good &= fits(letters.charAt(0), place.type(), operand);
            Terms.modify(place);
            outputs.add(new io.xianka.compiler.typed.Statement.AsmOutput(
                    operand.span(), operand.name(), letters.charAt(0), readsToo, place));
        }
        for (Statement.AsmOperand operand : s.inputs()) {
            Term term = a.conversions.asScalar(a.expressions.term(operand.expression(), scope));
            if (Terms.isErroneous(term)) {
                good = false;
                continue;
            }
            Value value = Terms.value(term);
            String letters = operand.constraint();
            int tied = -1;
            if (!letters.isEmpty() && letters.chars().allMatch(Character::isDigit)) {
                tied = letters.length() > 3 ? Integer.MAX_VALUE : Integer.parseInt(letters);
                if (tied >= outputs.size()) {
                    a.error(operand.span(), "there is no output " + letters + " to share a register with");
                    good = false;
                    continue;
                }
                letters = String.valueOf(outputs.get(tied).constraint());
            }
            if (letters.length() != 1) {
                a.error(operand.span(), "an input's constraint is one letter, not \"" + operand.constraint() + "\"");
                good = false;
                continue;
            }
            if (letters.equals("n")) {
                Value constant = a.evaluator.scalar(value);
                if (constant == null) {
                    a.error(operand.expression().span(), "constraint \"n\" wants a constant" + a.evaluator.why());
                    good = false;
                    continue;
                }
                value = constant;
            } else if (letters.equals("C")) {
                String words = a.evaluator.text(value);
                if (words == null) {
                    a.error(
                            operand.expression().span(),
                            "constraint \"C\" wants an array of constant characters" + a.evaluator.why());
                    good = false;
                    continue;
                }
                text = spelled(text, s.outputs().size() + inputs.size(), operand.name(), words);
            } else {
                good &= fits(letters.charAt(0), value.type(), operand);
            }
            inputs.add(new io.xianka.compiler.typed.Statement.AsmInput(
                    operand.span(), operand.name(), letters.charAt(0), tied, value));
        }
        String gap = KnownGaps.featureOfAssembly(text);
        if (gap != null) {
            a.unsupported(s.textSpan(), gap);
            return;
        }
        if (good) {
            out.add(new io.xianka.compiler.typed.Statement.Asm(
                    s.span(),
                    s.isVolatile(),
                    text,
                    outputs,
                    inputs,
                    s.clobbers().contains("memory")));
        }
    }

    /** The text of asm with an operand, by number or name, replaced by words. */
    private static String spelled(String text, int number, String name, String words) {
        String named = name == null ? "" : "|\\[" + Pattern.quote(name) + "\\]";
        return Pattern.compile("%(?:(%)|" + number + "(?![0-9])" + named + ")")
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(found.group(1) != null ? "%%" : words));
    }

    /** Number of the characters {@code = + &} with which an output's constraint starts. */
    private static int written(String constraint) {
        int at = 0;
        while (at < constraint.length() && "=+&".indexOf(constraint.charAt(at)) >= 0) {
            at++;
        }
        return at;
    }

    private boolean fits(char letter, Type type, Statement.AsmOperand operand) {
        int bits = switch (letter) {
            case 'h' -> 16;
            case 'r' -> 32;
            case 'l' -> 64;
            case 'q' -> 128;
            case 'f' -> 32;
            case 'd' -> 64;
            case 'C' -> 64;
            default -> 0;
        };
        if (bits == 0) {
            a.error(operand.span(), "unknown constraint \"" + operand.constraint() + "\"; there are h r l f d n C");
            return false;
        }
        boolean floating = letter == 'f' || letter == 'd';
        Type bare = type.unqualified();
        boolean kind =
                floating ? bare.isFloating() : Types.isScalar(bare) && (!bare.isFloating() || bits == bare.bytes() * 8);
        if (!kind || bare.bytes() * 8 != bits) {
            a.error(
                    operand.expression().span(),
                    "constraint \"" + operand.constraint() + "\" wants "
                            + (floating ? "a float of " : "an integer or pointer of ") + bits + " bits, not '"
                            + type.spelling() + "'");
            return false;
        }
        return true;
    }
}
