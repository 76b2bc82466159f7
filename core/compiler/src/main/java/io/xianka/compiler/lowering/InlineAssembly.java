package io.xianka.compiler.lowering;

import io.xianka.compiler.library.DeviceLibrary;
import io.xianka.compiler.typed.Statement;
import io.xianka.compiler.typed.Type;
import io.xianka.ptx.Instruction;
import io.xianka.ptx.Opcode;
import io.xianka.ptx.Operand;
import io.xianka.ptx.PtxParser;
import io.xianka.ptx.PtxSyntaxException;
import io.xianka.ptx.PtxType;
import io.xianka.ptx.Register;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** Lowers asm statements. */
final class InlineAssembly {
    private static final Map<String, AsmTemplate> TEMPLATES = new ConcurrentHashMap<>();

    /** Instructions on single precision that flush subnormals where they are told to. */
    private static final Pattern FLUSHABLE = Pattern.compile(
            "(?<![.\\w])((?:add|sub|mul|fma|abs|neg|min|max|rcp|sqrt|rsqrt|sin|cos|lg2|ex2|div)(?:\\.(?:rn|rz|rm|rp|approx|full))?)"
                    + "((?:\\.sat)?\\.f32)\\b|\\b(cvt(?:\\.r[a-z]+)?)((?:\\.sat)?\\.(?:f32\\.f32|f32\\.f64|[fsu]\\d+\\.f32))\\b");

    private final FunctionLowering lowering;
    private final Builder builder;
    private final Storage storage;

    InlineAssembly(FunctionLowering lowering) {
        this.lowering = lowering;
        this.builder = lowering.builder;
        this.storage = lowering.storage;
    }

    void lower(Statement.Asm asm) {
        List<Statement.AsmOutput> outputs = asm.outputs();
        List<Statement.AsmInput> inputs = asm.inputs();
        Location[] places = new Location[outputs.size()];
        List<Node> given = new ArrayList<>(inputs.size() + 1);
        for (int i = 0; i < places.length; i++) {
            places[i] = lowering.places.locate(outputs.get(i).place());
            if (outputs.get(i).readsToo()) {
                Type type = outputs.get(i).place().type();
                Node before = storage.read(places[i], Access.of(type));
                given.add(as(kind(outputs.get(i).constraint()), before, type));
            }
        }
        for (int i = 0; i < inputs.size(); i++) {
            Statement.AsmInput input = inputs.get(i);
            if (input.constraint() == 'n' || input.constraint() == 'C') {
                continue;
            }
            char constraint = input.tiedTo() >= 0 ? outputs.get(input.tiedTo()).constraint() : input.constraint();
            given.add(as(
                    kind(constraint),
                    lowering.values.scalar(input.value()),
                    input.value().type()));
        }
        AsmTemplate template = template(asm);
        lowering.at(asm.span());
        Node[] in = given.toArray(Node.NONE);
        if (outputs.size() == 1) {
            Node simple = simple(template, in);
            Node made = simple != null ? simple : node(template, template.output(0), in);
            write(outputs.getFirst(), places[0], made);
            return;
        }
        Node made = node(template, Kind.VOID, in);
        for (int i = 0; i < places.length; i++) {
            Node result = builder.plain(Op.RESULT, template.output(i), new Node[] {made}, i, null);
            write(outputs.get(i), places[i], result);
        }
    }

    private Node node(AsmTemplate template, Kind kind, Node[] in) {
        return template.hasEffects()
                ? builder.append(Op.ASM, kind, in, 0, template)
                : builder.plain(Op.ASM, kind, in, 0, template);
    }

    private void write(Statement.AsmOutput output, Location place, Node value) {
        Access access = Access.of(output.place().type());
        Node number = value.kind == Kind.I16 ? builder.node(Op.FROM_16, Kind.I32, value) : value;
        Node fitting;
        if (access == Access.BOOL) {
            fitting = builder.compare(Condition.NE, number, builder.constant(number.resolved().kind, 0));
        } else if (access.kind == number.resolved().kind) {
            fitting = storage.extend(number, access);
        } else if (access.kind.bytes == number.resolved().kind.bytes) {
            fitting = builder.node(Op.BITCAST, access.kind, number);
        } else if (access.kind == Kind.I32) {
            fitting = storage.extend(builder.node(Op.TRUNCATE, Kind.I32, number), access);
        } else {
            fitting = builder.node(Op.ZERO_EXTEND, Kind.I64, number);
        }
        storage.write(place, access, fitting);
    }

    private Node as(Kind kind, Node given, Type type) {
        Node value = given.resolved().kind == Kind.I1 ? storage.asInteger(given) : given.resolved();
        if (kind == Kind.I16) {
            return builder.node(
                    Op.TO_16, kind, value.kind == Kind.I64 ? builder.node(Op.TRUNCATE, Kind.I32, value) : value);
        }
        if (value.kind == kind) {
            return value;
        }
        if (value.kind.bytes == kind.bytes) {
            return builder.node(Op.BITCAST, kind, value);
        }
        if (value.kind == Kind.I64) {
            return builder.node(Op.TRUNCATE, Kind.I32, value);
        }
        return builder.node(Values.isSigned(type) ? Op.SIGN_EXTEND : Op.ZERO_EXTEND, Kind.I64, value);
    }

    private static Kind kind(char constraint) {
        return switch (constraint) {
            case 'h' -> Kind.I16;
            case 'r' -> Kind.I32;
            case 'l' -> Kind.I64;
            case 'f' -> Kind.F32;
            case 'd' -> Kind.F64;
            default -> throw new IllegalArgumentException("asm constraint " + constraint);
        };
    }

    private AsmTemplate template(Statement.Asm asm) {
        String text = text(asm);
        StringBuilder key = new StringBuilder(text).append('|');
        for (int i = 0; i < asm.outputs().size(); i++) {
            Statement.AsmOutput output = asm.outputs().get(i);
            key.append(output.readsToo() ? '+' : '=').append(output.constraint());
        }
        for (int i = 0; i < asm.inputs().size(); i++) {
            Statement.AsmInput input = asm.inputs().get(i);
            key.append(',');
            if (input.tiedTo() >= 0) {
                key.append(input.tiedTo());
            } else {
                key.append(input.constraint());
            }
            if (input.constraint() == 'n') {
                key.append(constant(input));
            }
        }
        boolean effects =
                asm.isVolatile() || asm.clobbersMemory() || asm.outputs().isEmpty();
        String name = key.append(effects ? "|!" : "|").toString();
        AsmTemplate known = TEMPLATES.get(name);
        if (known == null) {
            known = read(asm, text, name, effects);
            if (TEMPLATES.size() < 4096) {
                TEMPLATES.put(name, known);
            }
        }
        return known;
    }

    private long constant(Statement.AsmInput input) {
        Node value = lowering.values.scalar(input.value()).resolved();
        if (!value.isConstant()) {
            throw new LoweringException(input.span(), "an asm operand \"n\" must be a constant");
        }
        return value.bits;
    }

    private String text(Statement.Asm asm) {
        boolean flushes = lowering.parts.options.flushSubnormals()
                && !asm.isVolatile()
                && DeviceLibrary.isFlushable(asm.span().file());
        return flushes ? FLUSHABLE.matcher(asm.text()).replaceAll("$1$3.ftz$2$4") : asm.text();
    }

    private AsmTemplate read(Statement.Asm asm, String text, String key, boolean effects) {
        int outputCount = asm.outputs().size();
        int count = outputCount + asm.inputs().size();
        Operand[] operands = new Operand[count];
        Kind[] outputs = new Kind[outputCount];
        List<Integer> initialised = new ArrayList<>();
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < outputCount; i++) {
            Statement.AsmOutput output = asm.outputs().get(i);
            outputs[i] = kind(output.constraint());
            operands[i] = AsmTemplate.placeholder(i, type(outputs[i]));
            if (output.readsToo()) {
                initialised.add(i);
                numbers.add(i);
            }
        }
        for (int i = 0; i < asm.inputs().size(); i++) {
            Statement.AsmInput input = asm.inputs().get(i);
            int number = outputCount + i;
            if (input.constraint() == 'n') {
                operands[number] = new Operand.IntegerImmediate(constant(input));
            } else if (input.constraint() == 'C') {
                // Its words are in the text already.
                operands[number] = new Operand.IntegerImmediate(0);
            } else if (input.tiedTo() >= 0) {
                operands[number] = operands[input.tiedTo()];
                initialised.add(input.tiedTo());
                numbers.add(input.tiedTo());
            } else {
                operands[number] = AsmTemplate.placeholder(number, type(kind(input.constraint())));
                initialised.add(-1);
                numbers.add(number);
            }
        }
        List<io.xianka.ptx.Statement> statements;
        try {
            statements = PtxParser.parseAssembly(text, n -> n < operands.length ? operands[n] : null);
        } catch (PtxSyntaxException e) {
            throw new LoweringException(asm.span(), "inline PTX: " + e.getMessage());
        }
        return new AsmTemplate(key, statements, outputs, unbox(initialised), unbox(numbers), count, effects);
    }

    private static int[] unbox(List<Integer> values) {
        int[] plain = new int[values.size()];
        for (int i = 0; i < plain.length; i++) {
            plain[i] = values.get(i);
        }
        return plain;
    }

    private static PtxType type(Kind kind) {
        return kind.register;
    }

    /** What a well-known instruction is among the operations that can be simplified, or null. */
    private Node simple(AsmTemplate template, Node[] in) {
        if (template.hasEffects()
                || !template.isSingle()
                || !(template.statements().getFirst() instanceof Instruction instruction)
                || instruction.isGuarded()
                || instruction.operands().size() != in.length + 1) {
            return null;
        }
        for (int i = 0; i <= in.length; i++) {
            if (!(instruction.operand(i) instanceof Register register) || AsmTemplate.numberOf(register) != i) {
                return null;
            }
        }
        Kind kind = template.output(0);
        if (instruction.opcode() == Opcode.MOV && in.length == 1 && in[0].kind.bytes == kind.bytes) {
            return builder.node(Op.BITCAST, kind, in[0]);
        }
        return switch (instruction.operation().text()) {
            case "min.s32", "min.s64" -> builder.node(Op.MIN, kind, in[0], in[1]);
            case "max.s32", "max.s64" -> builder.node(Op.MAX, kind, in[0], in[1]);
            case "min.u32", "min.u64" -> builder.node(Op.MIN_U, kind, in[0], in[1]);
            case "max.u32", "max.u64" -> builder.node(Op.MAX_U, kind, in[0], in[1]);
            case "fma.rn.f32", "fma.rn.ftz.f32", "fma.rn.f64" ->
                instruction.operands().size() == 4 ? builder.node(Op.FMA, kind, in.clone(), 0, null, false) : null;
            default -> null;
        };
    }
}
