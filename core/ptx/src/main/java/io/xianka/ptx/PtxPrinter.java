package io.xianka.ptx;

import io.xianka.ptx.Operand.Address;
import io.xianka.ptx.Operand.Arguments;
import io.xianka.ptx.Operand.CompoundAddress;
import io.xianka.ptx.Operand.DoubleImmediate;
import io.xianka.ptx.Operand.FloatImmediate;
import io.xianka.ptx.Operand.IntegerImmediate;
import io.xianka.ptx.Operand.LabelName;
import io.xianka.ptx.Operand.Negated;
import io.xianka.ptx.Operand.Pair;
import io.xianka.ptx.Operand.Sink;
import io.xianka.ptx.Operand.Symbol;
import io.xianka.ptx.Operand.Vector;
import java.util.List;

/** Writes modules as PTX text that {@link PtxParser} reads back as equal records, and that NVIDIA's ptxas takes. */
public final class PtxPrinter {
    private static final char[] HEX = "0123456789ABCDEF".toCharArray();
    private static final int MOST_VALUES_A_LINE = 40;

    private final StringBuilder out;
    private int depth;

    private PtxPrinter(int capacity) {
        this.out = new StringBuilder(capacity);
    }

    public static String print(PtxModule module) {
        PtxPrinter printer = new PtxPrinter(1 << 12);
        printer.module(module);
        return printer.out.toString();
    }

    /** One function as it stands in a module. */
    public static String print(Function function) {
        PtxPrinter printer = new PtxPrinter(1 << 10);
        printer.function(function);
        return printer.out.toString();
    }

    /** Without a line end. */
    public static String print(Instruction instruction) {
        PtxPrinter printer = new PtxPrinter(48);
        printer.instruction(instruction);
        return printer.out.toString();
    }

    public static String print(Operand operand) {
        PtxPrinter printer = new PtxPrinter(32);
        printer.operand(operand);
        return printer.out.toString();
    }

    /** Statements one a line, indented as in a body. */
    public static String print(List<Statement> statements) {
        PtxPrinter printer = new PtxPrinter(1 << 8);
        printer.depth = 1;
        printer.statements(statements);
        return printer.out.toString();
    }

    private void module(PtxModule module) {
        out.append(".version ")
                .append(module.version().major())
                .append('.')
                .append(module.version().minor());
        out.append("\n.target ").append(module.target().architecture());
        for (String option : module.target().options()) {
            out.append(", ").append(option);
        }
        out.append('\n');
        if (module.addressBits() != 0) {
            out.append(".address_size ").append(module.addressBits()).append('\n');
        }
        out.append('\n');
        for (PtxModule.Item item : module.items()) {
            switch (item) {
                case Function function -> function(function);
                case Variable variable -> variable(variable);
                case PtxModule.SourceFile file -> file(file);
                case PtxModule.Section section -> section(section);
                case PtxModule.Alias alias ->
                    out.append(".alias ")
                            .append(alias.name())
                            .append(", ")
                            .append(alias.target())
                            .append(";\n");
                case Pragma pragma -> pragma(pragma);
            }
        }
    }

    private void file(PtxModule.SourceFile file) {
        out.append(".file ").append(file.number()).append(' ');
        quoted(file.path());
        if (file.timestamp() >= 0) {
            out.append(", ").append(file.timestamp()).append(", ").append(file.sizeBytes());
        }
        out.append('\n');
    }

    private void quoted(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ') {
                out.append('\\').append((char) ('0' + (c >> 6)));
                out.append((char) ('0' + (c >> 3 & 7))).append((char) ('0' + (c & 7)));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    private void pragma(Pragma pragma) {
        indent();
        out.append(".pragma ");
        quoted(pragma.text());
        out.append(";\n");
    }

    private void section(PtxModule.Section section) {
        out.append(".section ").append(section.name()).append("\n{\n");
        for (PtxModule.SectionItem item : section.items()) {
            switch (item) {
                case PtxModule.SectionLabel label -> out.append(label.name()).append(":\n");
                case PtxModule.SectionData data -> {
                    out.append('.').append(data.type().text()).append(' ');
                    for (int i = 0; i < data.values().size(); i++) {
                        if (i > 0) {
                            out.append(',');
                        }
                        initializer(data.values().get(i));
                    }
                    out.append('\n');
                }
            }
        }
        out.append("}\n");
    }

    private void linkage(Linkage linkage) {
        if (linkage != Linkage.INTERNAL) {
            out.append(linkage.text()).append(' ');
        }
    }

    private void variable(Variable variable) {
        indent();
        linkage(variable.linkage());
        out.append('.').append(variable.space().text());
        if (!variable.attributes().isEmpty()) {
            out.append(" .attribute(");
            String separator = "";
            for (String attribute : variable.attributes()) {
                out.append(separator).append(attribute);
                separator = ", ";
            }
            out.append(')');
        }
        if (variable.alignmentBytes() != 0) {
            out.append(" .align ").append(variable.alignmentBytes());
        }
        if (variable.vectorWidth() != 1) {
            out.append(" .v").append(variable.vectorWidth());
        }
        out.append(" .").append(variable.type().text()).append(' ').append(variable.name());
        for (long dimension : variable.dimensions()) {
            out.append('[');
            if (dimension != Variable.UNSIZED) {
                out.append(dimension);
            }
            out.append(']');
        }
        if (variable.initializer() != null) {
            out.append(" = ");
            initializer(variable.initializer());
        }
        out.append(";\n");
    }

    private void initializer(Initializer initializer) {
        switch (initializer) {
            case Initializer.IntegerValue integer -> out.append(integer.value());
            case Initializer.FloatValue value -> hex("0f", value.bits(), 8);
            case Initializer.DoubleValue value -> hex("0d", value.bits(), 16);
            case Initializer.AddressOf address -> {
                if (address.mask() != 0) {
                    out.append("0x").append(Long.toHexString(address.mask())).append('(');
                }
                if (address.generic()) {
                    out.append("generic(").append(address.name()).append(')');
                } else {
                    out.append(address.name());
                }
                offset(address.offsetBytes());
                if (address.mask() != 0) {
                    out.append(')');
                }
            }
            case Initializer.Difference difference ->
                out.append(difference.end()).append('-').append(difference.start());
            case Initializer.Array array -> {
                out.append('{');
                for (int i = 0; i < array.elements().size(); i++) {
                    if (i > 0) {
                        out.append(i % MOST_VALUES_A_LINE == 0 ? ",\n" : ", ");
                    }
                    initializer(array.elements().get(i));
                }
                out.append('}');
            }
            case Initializer.Property property ->
                out.append(property.name()).append(" = ").append(property.value());
        }
    }

    private void offset(long bytes) {
        if (bytes > 0) {
            out.append('+').append(bytes);
        } else if (bytes < 0) {
            out.append(bytes);
        }
    }

    private void function(Function function) {
        linkage(function.linkage());
        out.append(function.isEntry() ? ".entry " : ".func ");
        if (!function.results().isEmpty()) {
            params(function.results(), false);
            out.append(' ');
        }
        out.append(function.name());
        if (!function.parameters().isEmpty()) {
            params(function.parameters(), true);
        } else {
            out.append("()");
        }
        for (Function.Directive directive : function.directives()) {
            out.append('\n');
            switch (directive) {
                case Function.Bound bound -> {
                    out.append(bound.kind().text());
                    String separator = " ";
                    for (int value : bound.values()) {
                        out.append(separator).append(value);
                        separator = ", ";
                    }
                }
                case Pragma pragma -> {
                    out.append(".pragma ");
                    quoted(pragma.text());
                    out.append(';');
                }
            }
        }
        if (function.body() == null) {
            out.append(";\n\n");
            return;
        }
        out.append("\n{\n");
        depth = 1;
        statements(function.body());
        depth = 0;
        out.append("}\n\n");
    }

    private void params(List<Param> params, boolean oneALine) {
        out.append('(');
        for (int i = 0; i < params.size(); i++) {
            out.append(i == 0 ? "" : oneALine ? "," : ", ").append(oneALine ? "\n\t" : "");
            param(params.get(i));
        }
        out.append(oneALine ? "\n)" : ")");
    }

    private void param(Param param) {
        out.append('.').append(param.space().text());
        // PTX wants the alignment of an array before its type, that of a pointer's target after it.
        if (param.alignmentBytes() != 0) {
            out.append(" .align ").append(param.alignmentBytes());
        }
        out.append(" .").append(param.type().text());
        Param.PointerInfo pointer = param.pointer();
        if (pointer != null) {
            out.append(" .ptr");
            if (pointer.space() != StateSpace.GENERIC) {
                out.append(" .").append(pointer.space().text());
            }
            if (pointer.alignmentBytes() != 0) {
                out.append(" .align ").append(pointer.alignmentBytes());
            }
        }
        out.append(' ').append(param.name());
        if (param.count() == Param.UNSIZED) {
            out.append("[]");
        } else if (param.count() != Param.SCALAR) {
            out.append('[').append(param.count()).append(']');
        }
    }

    private void indent() {
        for (int i = 0; i < depth; i++) {
            out.append('\t');
        }
    }

    private void statements(List<Statement> statements) {
        for (Statement statement : statements) {
            switch (statement) {
                case Instruction instruction -> {
                    indent();
                    instruction(instruction);
                    out.append('\n');
                }
                case Statement.Label label -> out.append(label.name()).append(":\n");
                case Statement.Loc loc -> loc(loc);
                case Statement.Registers registers -> {
                    indent();
                    out.append(".reg .")
                            .append(registers.type().text())
                            .append(' ')
                            .append(registers.name());
                    if (!registers.isSingle()) {
                        out.append('<').append(registers.count()).append('>');
                    }
                    out.append(";\n");
                }
                case Variable variable -> variable(variable);
                case Statement.Scope scope -> {
                    indent();
                    out.append("{\n");
                    depth++;
                    statements(scope.statements());
                    depth--;
                    indent();
                    out.append("}\n");
                }
                case Statement.Targets targets -> {
                    out.append(targets.label()).append(targets.ofCalls() ? ": .calltargets" : ": .branchtargets");
                    String separator = " ";
                    for (String name : targets.names()) {
                        out.append(separator).append(name);
                        separator = ", ";
                    }
                    out.append(";\n");
                }
                case Statement.Prototype prototype -> prototype(prototype);
                case Pragma pragma -> pragma(pragma);
            }
        }
    }

    private void prototype(Statement.Prototype prototype) {
        out.append(prototype.label()).append(": .callprototype ");
        params(prototype.results(), false);
        out.append(" _ ");
        params(prototype.parameters(), false);
        if (prototype.noReturn()) {
            out.append(" .noreturn");
        }
        out.append(";\n");
    }

    private void loc(Statement.Loc loc) {
        indent();
        out.append(".loc ")
                .append(loc.file())
                .append(' ')
                .append(loc.line())
                .append(' ')
                .append(loc.column());
        Statement.InlinedAt at = loc.inlinedAt();
        if (at != null) {
            out.append(", function_name ").append(at.functionLabel());
            offset(at.functionOffsetBytes());
            out.append(", inlined_at ")
                    .append(at.file())
                    .append(' ')
                    .append(at.line())
                    .append(' ')
                    .append(at.column());
        }
        out.append('\n');
    }

    private void instruction(Instruction instruction) {
        Guard guard = instruction.guard();
        if (guard != null) {
            out.append(guard.negated() ? "@!" : "@")
                    .append(guard.predicate().name())
                    .append(' ');
        }
        out.append(instruction.operation().text());
        if (instruction.opcode() == Opcode.CALL) {
            call(instruction.operands());
        } else {
            List<Operand> operands = instruction.operands();
            for (int i = 0; i < operands.size(); i++) {
                out.append(i == 0 ? " " : ", ");
                operand(operands.get(i));
            }
        }
        out.append(';');
    }

    private void call(List<Operand> operands) {
        String separator = " ";
        for (int i = 0; i < operands.size(); i++) {
            Operand operand = operands.get(i);
            boolean isLeftOut =
                    operand instanceof Arguments arguments && arguments.values().isEmpty();
            if (!isLeftOut) {
                out.append(separator);
                operand(operand);
                separator = ", ";
            }
        }
    }

    private void operand(Operand operand) {
        switch (operand) {
            case Register register -> out.append(register.name());
            case SpecialRegister register -> out.append(register.text());
            case IntegerImmediate immediate -> out.append(immediate.value());
            case FloatImmediate immediate -> hex("0f", immediate.bits(), 8);
            case DoubleImmediate immediate -> hex("0d", immediate.bits(), 16);
            case Symbol symbol -> {
                out.append(symbol.name());
                offset(symbol.offsetBytes());
            }
            case LabelName label -> out.append(label.name());
            case Address address -> {
                out.append('[');
                if (address.base() == null) {
                    out.append(address.offsetBytes());
                } else {
                    operand(address.base());
                    if (address.offsetBytes() != 0) {
                        out.append('+').append(address.offsetBytes());
                    }
                }
                out.append(']');
            }
            case CompoundAddress address -> list(address.parts(), "[", "]");
            case Vector vector -> list(vector.elements(), "{", "}");
            case Arguments arguments -> list(arguments.values(), "(", ")");
            case Pair pair -> {
                operand(pair.first());
                out.append('|');
                operand(pair.second());
            }
            case Negated negated -> out.append('!').append(negated.predicate().name());
            case Sink _ -> out.append('_');
        }
    }

    private void list(List<Operand> operands, String open, String close) {
        out.append(open);
        for (int i = 0; i < operands.size(); i++) {
            if (i > 0) {
                out.append(", ");
            }
            operand(operands.get(i));
        }
        out.append(close);
    }

    private void hex(String prefix, long bits, int digits) {
        out.append(prefix);
        for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) {
            out.append(HEX[(int) (bits >>> shift) & 0xF]);
        }
    }
}
