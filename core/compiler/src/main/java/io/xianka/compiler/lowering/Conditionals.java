package io.xianka.compiler.lowering;

import java.util.List;

/** Turns small branches without effects into selections, so that a warp does not part for them. */
final class Conditionals {
    private static final int MOST_NODES = 6;
    private static final int MOST_SELECTIONS = 4;

    private Conditionals() {}

    static boolean run(Graph graph) {
        boolean changed = false;
        for (int i = 0; i < graph.blocks.size(); i++) {
            Block block = graph.blocks.get(i);
            if (block.end == Block.End.BRANCH) {
                changed |= convert(graph, block);
            }
        }
        if (changed) {
            Flow.prune(graph);
            Cleanup.run(graph);
        }
        return changed;
    }

    private static boolean convert(Graph graph, Block block) {
        Block then = block.targets[0];
        Block otherwise = block.targets[1];
        Block join;
        if (isArm(then, block) && isArm(otherwise, block) && then.targets[0] == otherwise.targets[0]) {
            join = then.targets[0];
        } else if (isArm(then, block) && then.targets[0] == otherwise) {
            join = otherwise;
        } else if (isArm(otherwise, block) && otherwise.targets[0] == then) {
            join = then;
        } else {
            return false;
        }
        if (join == block || join.phis.isEmpty() || join.phis.size() > MOST_SELECTIONS) {
            return false;
        }
        int nodes = (then == join ? 0 : then.body.size()) + (otherwise == join ? 0 : otherwise.body.size());
        if (nodes > MOST_NODES) {
            return false;
        }
        Block lastThen = then == join ? block : then;
        Block lastOtherwise = otherwise == join ? block : otherwise;
        int thenIndex = join.predecessors.indexOf(lastThen);
        int otherwiseIndex = join.predecessors.indexOf(lastOtherwise);
        move(then, join, block);
        move(otherwise, join, block);
        for (int i = 0; i < join.phis.size(); i++) {
            Node phi = join.phis.get(i);
            Node a = phi.in(thenIndex);
            Node b = phi.in(otherwiseIndex);
            Node chosen = a;
            if (a != b) {
                chosen = graph.newNode(Op.SELECT, phi.kind, new Node[] {block.condition, a, b}, 0, null);
                chosen.place = block.endPlace;
                chosen.block = block;
                block.body.add(chosen);
            }
            phi.in[thenIndex] = chosen;
            phi.in[otherwiseIndex] = chosen;
        }
        // One edge is left, from the block itself.
        block.end = Block.End.JUMP;
        block.condition = null;
        block.targets = new Block[] {join};
        if (lastThen == block || lastOtherwise == block) {
            join.removePredecessor(lastThen == block ? lastOtherwise : lastThen);
        } else {
            join.removePredecessor(lastOtherwise);
            join.predecessors.set(join.predecessors.indexOf(lastThen), block);
        }
        return true;
    }

    private static void move(Block arm, Block join, Block block) {
        if (arm == join) {
            return;
        }
        for (int i = 0; i < arm.body.size(); i++) {
            arm.body.get(i).block = block;
            block.body.add(arm.body.get(i));
        }
        arm.body.clear();
        arm.predecessors.clear();
        arm.end = Block.End.UNREACHABLE;
        arm.targets = new Block[0];
    }

    private static boolean isArm(Block arm, Block from) {
        return arm.end == Block.End.JUMP
                && arm.predecessors.size() == 1
                && arm.predecessors.getFirst() == from
                && arm.phis.isEmpty()
                && arm.targets[0] != arm
                && isCheap(arm.body);
    }

    private static boolean isCheap(List<Node> body) {
        if (body.size() > MOST_NODES) {
            return false;
        }
        for (int i = 0; i < body.size(); i++) {
            Node node = body.get(i);
            boolean cheap = switch (node.op) {
                case DIV, DIV_U, RECIPROCAL, REM, REM_U, RESULT, PARAMETER, PHI -> false;
                default -> node.op.isPure();
            };
            if (!cheap) {
                return false;
            }
        }
        return true;
    }
}
