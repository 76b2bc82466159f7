package io.xianka.ptx;

import java.util.ArrayList;
import java.util.List;

/** Reads the statements of a function's body, or of inline assembly. */
final class BodyParser {
    /** Records are compared and printed by recursion over scopes; no program needs this many. */
    static final int DEEPEST_SCOPE = 200;

    private final PtxLexer lexer;
    private final OperandParser operands;
    private final DeclarationParser declarations;
    private final boolean keepsLines;

    BodyParser(PtxLexer lexer, OperandParser operands, DeclarationParser declarations, boolean keepsLines) {
        this.lexer = lexer;
        this.operands = operands;
        this.declarations = declarations;
        this.keepsLines = keepsLines;
    }

    /** From the token after the opening brace to {@code closing}, which the lexer then stands on. */
    List<Statement> statements(char closing) {
        List<Statement> statements = new ArrayList<>();
        while (lexer.kind != closing) {
            switch (lexer.kind) {
                case PtxLexer.NAME -> named(statements);
                case PtxLexer.DOTTED -> directive(statements);
                case '@' -> {
                    PtxLine line = line();
                    Guard guard = operands.guard();
                    if (lexer.kind != PtxLexer.NAME) {
                        throw lexer.expected("an instruction after its guard");
                    }
                    statements.add(instruction(guard, line));
                }
                case '{' -> statements.add(scope());
                case ';' -> lexer.next();
                case PtxLexer.END -> throw lexer.error("the text ends inside a function; '}' is missing");
                default -> throw lexer.expected("an instruction, a label or a directive");
            }
        }
        return statements;
    }

    private PtxLine line() {
        return keepsLines ? new PtxLine(lexer.tokenLine) : PtxLine.NONE;
    }

    private Statement.Scope scope() {
        if (operands.depth() >= DEEPEST_SCOPE) {
            throw lexer.error("scopes are nested more than " + DEEPEST_SCOPE + " deep");
        }
        PtxLine line = line();
        lexer.next();
        OperandParser.Mark mark = operands.enterScope();
        List<Statement> inner = statements('}');
        operands.leaveScope(mark);
        lexer.next();
        return new Statement.Scope(inner, line);
    }

    private void named(List<Statement> statements) {
        if (!lexer.isBeforeColon()) {
            statements.add(instruction(null, line()));
            return;
        }
        PtxLine line = line();
        String label = lexer.text();
        lexer.next();
        lexer.next();
        if (lexer.kind == PtxLexer.DOTTED && lexer.is("branchtargets")) {
            statements.add(targets(label, false, line));
        } else if (lexer.kind == PtxLexer.DOTTED && lexer.is("calltargets")) {
            statements.add(targets(label, true, line));
        } else if (lexer.kind == PtxLexer.DOTTED && lexer.is("callprototype")) {
            statements.add(prototype(label, line));
        } else {
            statements.add(new Statement.Label(label, line));
        }
    }

    private Instruction instruction(Guard guard, PtxLine line) {
        Operation operation = lexer.operation();
        lexer.next();
        List<Operand> found = operands.operands(operation.opcode());
        lexer.next();
        return new Instruction(guard, operation, found, line);
    }

    private Statement targets(String label, boolean ofCalls, PtxLine line) {
        List<String> names = new ArrayList<>();
        do {
            lexer.next();
            names.add(declarations.name("the name of a target"));
        } while (lexer.kind == ',');
        declarations.skip(';');
        return new Statement.Targets(label, ofCalls, names, line);
    }

    private Statement prototype(String label, PtxLine line) {
        lexer.next();
        List<Param> results = List.of();
        if (lexer.kind == '(') {
            results = declarations.params();
        }
        declarations.name("'_' in place of the function's name");
        List<Param> parameters = lexer.kind == '(' ? declarations.params() : List.of();
        boolean noReturn = false;
        while (lexer.kind == PtxLexer.DOTTED) {
            if (!lexer.is("noreturn")) {
                throw lexer.expected("';' or .noreturn after a prototype");
            }
            noReturn = true;
            lexer.next();
        }
        declarations.skip(';');
        return new Statement.Prototype(label, results, parameters, noReturn, line);
    }

    private void directive(List<Statement> statements) {
        if (lexer.is("loc")) {
            statements.add(loc());
        } else if (lexer.is("reg")) {
            registers(statements);
        } else if (lexer.is("pragma")) {
            statements.add(declarations.pragma());
        } else {
            int first = statements.size();
            declarations.variables(Linkage.INTERNAL, line(), statements);
            for (int i = first; i < statements.size(); i++) {
                operands.declareSymbol(((Variable) statements.get(i)).name());
            }
        }
    }

    private Statement.Loc loc() {
        lexer.next();
        int file = declarations.smallInteger("the number of a file");
        int line = declarations.smallInteger("a line");
        int column = declarations.smallInteger("a column");
        Statement.InlinedAt inlinedAt = null;
        String functionLabel = null;
        long functionOffset = 0;
        while (lexer.kind == ',') {
            lexer.next();
            if (lexer.kind != PtxLexer.NAME) {
                throw lexer.expected("function_name or inlined_at");
            }
            if (lexer.is("function_name")) {
                lexer.next();
                functionLabel = declarations.name("the label of a function's name");
                functionOffset = lexer.kind == '+' || lexer.kind == '-' ? operands.signedOffset() : 0;
            } else if (lexer.is("inlined_at") && functionLabel != null) {
                lexer.next();
                inlinedAt = new Statement.InlinedAt(
                        functionLabel,
                        functionOffset,
                        declarations.smallInteger("the number of a file"),
                        declarations.smallInteger("a line"),
                        declarations.smallInteger("a column"));
            } else {
                throw lexer.expected("function_name, then inlined_at");
            }
        }
        if (functionLabel != null && inlinedAt == null) {
            throw lexer.expected("', inlined_at' after the function's name");
        }
        return new Statement.Loc(file, line, column, inlinedAt);
    }

    private void registers(List<Statement> statements) {
        lexer.next();
        PtxType type = declarations.type("the type of the registers");
        while (true) {
            String name = declarations.name("the name of a register");
            int count = Statement.Registers.SINGLE;
            if (lexer.kind == '<') {
                lexer.next();
                count = declarations.smallInteger("a number of registers");
                if (lexer.kind != '>') {
                    throw lexer.expected("'>' after the number of registers");
                }
                lexer.next();
            }
            Statement.Registers registers = new Statement.Registers(type, name, count);
            operands.declare(registers);
            statements.add(registers);
            if (lexer.kind != ',') {
                break;
            }
            lexer.next();
        }
        declarations.skip(';');
    }
}
