package io.xianka.compiler.lowering;

import io.xianka.compiler.typed.Statement;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Variable;
import java.util.ArrayList;
import java.util.List;

/** Lowers {@link Statement}s. */
final class Statements {
    private final FunctionLowering lowering;
    private final Builder builder;
    private final Storage storage;

    Statements(FunctionLowering lowering) {
        this.lowering = lowering;
        this.builder = lowering.builder;
        this.storage = lowering.storage;
    }

    void lower(Statement statement) {
        if (!builder.isReachable() && !Cost.hasMarks(statement)) {
            return;
        }
        switch (statement) {
            case Statement.Block block -> {
                for (int i = 0; i < block.statements().size(); i++) {
                    lower(block.statements().get(i));
                }
            }
            case Statement.Declare declare -> {
                lowering.at(declare.span());
                declare(declare);
            }
            case Statement.Initialise initialise -> {
                lowering.at(initialise.span());
                lowering.values.into(lowering.places.locate(initialise.place()), initialise.value());
            }
            case Statement.Evaluate evaluate -> {
                lowering.at(evaluate.span());
                lowering.values.effects(evaluate.term());
            }
            case Statement.If choice -> {
                lowering.at(choice.condition().span());
                choose(choice);
            }
            case Statement.For loop -> lowering.loops.lower(loop);
            case Statement.DoWhile loop -> lowering.loops.lower(loop);
            case Statement.Switch choice -> {
                lowering.at(choice.span());
                select(choice);
            }
            case Statement.Mark mark -> mark(mark);
            case Statement.Jump jump -> {
                lowering.at(jump.span());
                leave(label(jump.label()));
            }
            case Statement.Break stop -> {
                lowering.at(stop.span());
                leave(lowering.frame.breakTarget);
            }
            case Statement.Continue go -> {
                lowering.at(go.span());
                leave(lowering.frame.continueTarget);
            }
            case Statement.Return answer -> {
                lowering.at(answer.span());
                if (answer.value() != null) {
                    if (lowering.frame.result == null) {
                        lowering.values.effects(answer.value());
                    } else {
                        lowering.values.into(lowering.frame.result, answer.value());
                    }
                }
                leave(lowering.frame.exit);
            }
            case Statement.Unreachable _ -> {
                builder.finish(Block.End.UNREACHABLE);
                startDead();
            }
            case Statement.Asm asm -> {
                lowering.at(asm.span());
                lowering.assembly.lower(asm);
            }
        }
    }

    /** Control goes there; what follows in the text is reached only through labels. */
    private void leave(Block target) {
        builder.jump(target);
        startDead();
    }

    void startDead() {
        Block dead = builder.newBlock();
        dead.sealed = true;
        builder.start(dead);
    }

    private void declare(Statement.Declare declare) {
        Variable variable = declare.variable();
        Access access = Access.of(variable.type());
        if (access != null && declare.value() != null) {
            lowering.bind(variable, lowering.values.scalar(declare.value()));
            return;
        }
        Location place =
                storage.locationOf(storage.newSlot(variable, variable.name(), variable.type(), variable.alignment()));
        lowering.frame.bindings.put(variable, place);
        if (declare.value() != null) {
            lowering.values.into(place, declare.value());
        }
    }

    private void choose(Statement.If choice) {
        Block then = builder.newBlock();
        Block join = builder.newBlock();
        Block otherwise = choice.otherwise() == null ? join : builder.newBlock();
        lowering.values.condition(choice.condition(), then, otherwise);
        builder.seal(then);
        builder.start(then);
        lower(choice.then());
        builder.jump(join);
        if (choice.otherwise() != null) {
            builder.seal(otherwise);
            builder.start(otherwise);
            lower(choice.otherwise());
            builder.jump(join);
        }
        builder.seal(join);
        builder.start(join);
    }

    // Labels.

    private Block label(Statement.Label label) {
        Block block = lowering.frame.labels.get(label);
        if (block == null) {
            block = builder.newBlock();
            lowering.frame.labels.put(label, block);
        }
        return block;
    }

    private void mark(Statement.Mark mark) {
        Block block = label(mark.label());
        builder.jump(block);
        builder.start(block);
    }

    /** No more jumps to this frame's labels will come. */
    void sealLabels(Frame frame) {
        List<Block> open = new ArrayList<>(frame.labels.values());
        open.sort((a, b) -> Integer.compare(a.id, b.id));
        for (int i = 0; i < open.size(); i++) {
            builder.seal(open.get(i));
        }
    }

    // Switch.

    private void select(Statement.Switch choice) {
        Type type = choice.subject().type();
        Node subject = lowering.values.scalar(choice.subject()).resolved();
        Frame frame = lowering.frame;
        Block after = builder.newBlock();
        List<Statement.Case> cases = choice.cases();
        for (int i = 0; i < cases.size(); i++) {
            frame.labels.put(cases.get(i).label(), builder.newBlock());
        }
        if (choice.otherwise() != null) {
            frame.labels.put(choice.otherwise(), builder.newBlock());
        }
        Block otherwise = choice.otherwise() == null ? after : frame.labels.get(choice.otherwise());
        dispatch(subject, Values.isSigned(type), cases, otherwise);
        Block outerBreak = frame.breakTarget;
        frame.breakTarget = after;
        startDead();
        lower(choice.body());
        builder.jump(after);
        frame.breakTarget = outerBreak;
        for (int i = 0; i < cases.size(); i++) {
            builder.seal(frame.labels.get(cases.get(i).label()));
        }
        if (choice.otherwise() != null) {
            builder.seal(frame.labels.get(choice.otherwise()));
        }
        builder.seal(after);
        builder.start(after);
    }

    private void dispatch(Node subject, boolean signed, List<Statement.Case> cases, Block otherwise) {
        if (subject.isConstant()) {
            builder.jump(constantTarget(subject, signed, cases, otherwise));
            return;
        }
        if (isTable(cases)) {
            table(subject, cases, otherwise);
            return;
        }
        for (int i = 0; i < cases.size(); i++) {
            Statement.Case one = cases.get(i);
            Block target = lowering.frame.labels.get(one.label());
            Block next = builder.newBlock();
            Node low = builder.constant(subject.kind, one.low());
            Node asked;
            if (one.low() == one.high()) {
                asked = builder.compare(Condition.EQ, subject, low);
            } else {
                Node span = builder.node(Op.SUB, subject.kind, subject, low);
                asked = builder.compare(Condition.LS, span, builder.constant(subject.kind, one.high() - one.low()));
            }
            builder.branch(asked, target, next);
            builder.seal(next);
            builder.start(next);
        }
        builder.jump(otherwise);
    }

    private Block constantTarget(Node subject, boolean signed, List<Statement.Case> cases, Block otherwise) {
        long value = signed || subject.kind == Kind.I64 ? subject.bits : subject.bits & 0xFFFF_FFFFL;
        for (int i = 0; i < cases.size(); i++) {
            Statement.Case one = cases.get(i);
            boolean inside = signed
                    ? one.low() <= value && value <= one.high()
                    : Long.compareUnsigned(one.low(), value) <= 0 && Long.compareUnsigned(value, one.high()) <= 0;
            if (inside) {
                return lowering.frame.labels.get(one.label());
            }
        }
        return otherwise;
    }

    private static boolean isTable(List<Statement.Case> cases) {
        if (cases.size() < 6) {
            return false;
        }
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (int i = 0; i < cases.size(); i++) {
            Statement.Case one = cases.get(i);
            if (one.low() != one.high()) {
                return false;
            }
            low = Math.min(low, one.low());
            high = Math.max(high, one.low());
        }
        return high - low >= 0 && high - low < 4L * cases.size();
    }

    private void table(Node subject, List<Statement.Case> cases, Block otherwise) {
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (int i = 0; i < cases.size(); i++) {
            low = Math.min(low, cases.get(i).low());
            high = Math.max(high, cases.get(i).low());
        }
        Block[] targets = new Block[(int) (high - low + 1)];
        for (int i = 0; i < cases.size(); i++) {
            targets[(int) (cases.get(i).low() - low)] =
                    lowering.frame.labels.get(cases.get(i).label());
        }
        for (int i = 0; i < targets.length; i++) {
            if (targets[i] == null) {
                targets[i] = otherwise;
            }
        }
        Node index = builder.node(Op.SUB, subject.kind, subject, builder.constant(subject.kind, low));
        Block inside = builder.newBlock();
        builder.branch(
                builder.compare(Condition.LS, index, builder.constant(subject.kind, high - low)), inside, otherwise);
        builder.seal(inside);
        builder.start(inside);
        builder.table(subject.kind == Kind.I64 ? builder.node(Op.TRUNCATE, Kind.I32, index) : index, targets);
    }
}
