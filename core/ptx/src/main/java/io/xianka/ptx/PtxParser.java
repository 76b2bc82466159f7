package io.xianka.ptx;

import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;

/**
 * Reads PTX text. Time and memory are linear in the length of the text, whatever it holds; every fault is a
 * {@link PtxSyntaxException}. Up to PTX 9.0 (CUDA 13.0); opcodes and modifiers that are not known are read as such, and
 * it is for the verifier to refuse them. Registers must be declared before they are used, as in PTX.
 */
public final class PtxParser {
    private PtxParser() {}

    public static PtxModule parse(String text) {
        return parse(text, "PTX");
    }

    /**
     * Reads a module.
     *
     * @param sourceName how messages call the text, as the name of its file
     */
    public static PtxModule parse(String text, String sourceName) {
        Objects.requireNonNull(sourceName);
        return new ModuleParser(new PtxLexer(text, sourceName, false)).module();
    }

    /**
     * Reads the text of an inline {@code asm} statement: instructions, labels, declarations and scopes, in which
     * {@code %3} is an operand of the statement and {@code %%} one percent sign. Where the text declares something outside
     * braces, one {@link Statement.Scope} comes back around it all, so that the statement can be inlined twice.
     *
     * @param placeholders gives the operand for a number; null for one that does not exist. Within brackets it should be
     *     a register, a symbol or an integer
     * @return statements without PTX lines, for they will stand in another text
     */
    public static List<Statement> parseAssembly(String text, IntFunction<Operand> placeholders) {
        Objects.requireNonNull(placeholders);
        PtxLexer lexer = new PtxLexer(text, "asm", true);
        NumberReader number = new NumberReader(lexer);
        OperandParser operands = new OperandParser(lexer, number, placeholders);
        DeclarationParser declarations = new DeclarationParser(lexer, number);
        lexer.next();
        List<Statement> statements = new BodyParser(lexer, operands, declarations, false).statements(PtxLexer.END);
        boolean declares = statements.stream()
                .anyMatch(s -> !(s instanceof Instruction || s instanceof Statement.Scope || s instanceof Pragma));
        return declares ? List.of(new Statement.Scope(statements, PtxLine.NONE)) : List.copyOf(statements);
    }
}
