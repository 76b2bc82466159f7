package io.xianka.ptx;

import io.xianka.ptx.PtxModule.Item;
import java.util.ArrayList;
import java.util.List;

/** Reads the top level of a module. */
final class ModuleParser {
    /** What NVIDIA's compiler of CUDA 13.0 writes. */
    static final PtxModule.Version NEWEST = new PtxModule.Version(9, 0);

    private final PtxLexer lexer;
    private final NumberReader number;
    private final OperandParser operands;
    private final DeclarationParser declarations;
    private final BodyParser bodies;
    private final List<Item> items = new ArrayList<>();

    ModuleParser(PtxLexer lexer) {
        this.lexer = lexer;
        this.number = new NumberReader(lexer);
        this.operands = new OperandParser(lexer, number, null);
        this.declarations = new DeclarationParser(lexer, number);
        this.bodies = new BodyParser(lexer, operands, declarations, true);
    }

    PtxModule module() {
        lexer.next();
        if (!isDirective("version")) {
            throw lexer.expected(".version, with which PTX starts");
        }
        PtxModule.Version version = version();
        if (!isDirective("target")) {
            throw lexer.expected(".target, which follows .version");
        }
        PtxModule.Target target = target();
        int addressBits = 0;
        if (isDirective("address_size")) {
            lexer.next();
            addressBits = declarations.smallInteger("32 or 64");
            if (addressBits != 32 && addressBits != 64) {
                throw lexer.error("an address has 32 or 64 bits, not " + addressBits);
            }
        }
        while (lexer.kind != PtxLexer.END) {
            item();
        }
        return new PtxModule(version, target, addressBits, items);
    }

    private boolean isDirective(String word) {
        return lexer.kind == PtxLexer.DOTTED && lexer.is(word);
    }

    private PtxModule.Version version() {
        lexer.next();
        String text = lexer.text();
        int dot = text.indexOf('.');
        PtxModule.Version version = null;
        if (lexer.kind == PtxLexer.NUMBER && dot > 0 && text.length() < 8) {
            try {
                version = new PtxModule.Version(
                        Integer.parseInt(text.substring(0, dot)), Integer.parseInt(text.substring(dot + 1)));
            } catch (NumberFormatException _) {
                version = null;
            }
        }
        if (version == null) {
            throw lexer.expected("a version, as 8.3");
        }
        if (version.compareTo(NEWEST) > 0) {
            throw lexer.error("PTX version " + version + " is newer than " + NEWEST
                    + ", the newest that is read here; generate it for " + NEWEST + " or older");
        }
        lexer.next();
        return version;
    }

    private PtxModule.Target target() {
        lexer.next();
        String architecture = declarations.name("an architecture, as sm_90");
        List<String> options = new ArrayList<>();
        while (lexer.kind == ',') {
            lexer.next();
            options.add(declarations.name("a target option, as debug"));
        }
        return new PtxModule.Target(architecture, options);
    }

    private void item() {
        if (lexer.kind == ';') {
            lexer.next();
            return;
        }
        if (lexer.kind != PtxLexer.DOTTED) {
            throw lexer.expected("a function, a variable or another directive");
        }
        PtxLine line = new PtxLine(lexer.tokenLine);
        switch (lexer.text()) {
            case "file" -> file();
            case "section" -> section();
            case "pragma" -> items.add(declarations.pragma());
            case "alias" -> alias();
            case "version", "target", "address_size" ->
                throw lexer.error("." + lexer.text() + " stands only once, at the start of a module");
            default -> {
                Linkage linkage = linkage();
                if (isDirective("entry") || isDirective("func")) {
                    function(linkage, line);
                } else {
                    declarations.variables(linkage, line, items);
                }
            }
        }
    }

    private Linkage linkage() {
        Linkage linkage = Linkage.INTERNAL;
        while (true) {
            Linkage written = switch (lexer.kind == PtxLexer.DOTTED ? lexer.text() : "") {
                case "visible" -> Linkage.VISIBLE;
                case "extern" -> Linkage.EXTERN;
                case "weak" -> Linkage.WEAK;
                case "common" -> Linkage.COMMON;
                default -> null;
            };
            if (written == null) {
                return linkage;
            }
            if (linkage != Linkage.INTERNAL) {
                throw lexer.error(linkage.text() + " and ." + lexer.text() + " exclude each other");
            }
            linkage = written;
            lexer.next();
        }
    }

    private void file() {
        lexer.next();
        int fileNumber = declarations.smallInteger("the number of a file");
        if (lexer.kind != PtxLexer.STRING) {
            throw lexer.expected("the file's path in quotes");
        }
        String path = lexer.unescaped();
        lexer.next();
        long[] facts = {-1, -1};
        for (int i = 0; i < facts.length && lexer.kind == ','; i++) {
            lexer.next();
            if (lexer.kind != PtxLexer.NUMBER) {
                throw lexer.expected("a time stamp or a size");
            }
            number.read();
            facts[i] = number.bits;
            lexer.next();
        }
        if (facts[0] >= 0 && facts[1] < 0) {
            facts[1] = 0;
        }
        items.add(new PtxModule.SourceFile(fileNumber, path, facts[0], facts[1]));
    }

    private void alias() {
        lexer.next();
        String name = declarations.name("the alias");
        declarations.skip(',');
        String target = declarations.name("the function it stands for");
        declarations.skip(';');
        items.add(new PtxModule.Alias(name, target));
    }

    private void section() {
        lexer.next();
        String name;
        if (lexer.kind == PtxLexer.DOTTED) {
            name = "." + lexer.text();
            lexer.next();
        } else {
            name = declarations.name("the name of a section, as .debug_str");
        }
        declarations.skip('{');
        List<PtxModule.SectionItem> found = new ArrayList<>();
        while (lexer.kind != '}') {
            if (lexer.kind == PtxLexer.NAME) {
                String label = declarations.name("a label");
                declarations.skip(':');
                found.add(new PtxModule.SectionLabel(label));
            } else if (lexer.kind == PtxLexer.DOTTED) {
                PtxType type = declarations.type("the type of the data");
                List<Initializer> values = new ArrayList<>();
                values.add(declarations.initialValue());
                while (lexer.kind == ',') {
                    lexer.next();
                    values.add(declarations.initialValue());
                }
                found.add(new PtxModule.SectionData(type, values));
            } else if (lexer.kind == PtxLexer.END) {
                throw lexer.error("the text ends inside section " + name + "; '}' is missing");
            } else {
                throw lexer.expected("a label or data");
            }
        }
        lexer.next();
        items.add(new PtxModule.Section(name, found));
    }

    private void function(Linkage linkage, PtxLine line) {
        boolean isEntry = lexer.is("entry");
        lexer.next();
        List<Param> results = lexer.kind == '(' ? declarations.params() : List.of();
        String name = declarations.name(isEntry ? "the name of the kernel" : "the name of the function");
        List<Param> parameters = lexer.kind == '(' ? declarations.params() : List.of();
        List<Function.Directive> directives = directives();
        List<Statement> body = null;
        if (lexer.kind == ';') {
            lexer.next();
        } else if (lexer.kind == '{') {
            OperandParser.Mark mark = operands.enterScope();
            declareRegisters(results);
            declareRegisters(parameters);
            lexer.next();
            body = bodies.statements('}');
            lexer.next();
            operands.leaveScope(mark);
        } else {
            throw lexer.expected("'{' or ';' after the head of " + name);
        }
        items.add(new Function(linkage, isEntry, results, name, parameters, directives, body, line));
    }

    private void declareRegisters(List<Param> params) {
        for (Param param : params) {
            if (param.space() == StateSpace.REG) {
                operands.declare(new Register(param.name(), param.type()));
            } else {
                operands.declareSymbol(param.name());
            }
        }
    }

    private List<Function.Directive> directives() {
        List<Function.Directive> directives = new ArrayList<>(2);
        while (lexer.kind == PtxLexer.DOTTED) {
            if (lexer.is("pragma")) {
                directives.add(declarations.pragma());
                continue;
            }
            Function.BoundKind kind = boundKind(lexer.text());
            if (kind == null) {
                break;
            }
            lexer.next();
            List<Integer> values = new ArrayList<>(3);
            if (lexer.kind == PtxLexer.NUMBER) {
                values.add(declarations.smallInteger("a number"));
                while (lexer.kind == ',') {
                    lexer.next();
                    values.add(declarations.smallInteger("a number"));
                }
            }
            directives.add(new Function.Bound(kind, values));
        }
        return directives;
    }

    private static Function.BoundKind boundKind(String word) {
        for (Function.BoundKind kind : Function.BoundKind.values()) {
            if (kind.text().regionMatches(1, word, 0, word.length())
                    && kind.text().length() == word.length() + 1) {
                return kind;
            }
        }
        return null;
    }
}
