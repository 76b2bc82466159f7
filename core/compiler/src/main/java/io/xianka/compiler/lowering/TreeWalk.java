package io.xianka.compiler.lowering;

import io.xianka.compiler.typed.Place;
import io.xianka.compiler.typed.Statement;
import io.xianka.compiler.typed.Term;
import io.xianka.compiler.typed.Value;
import java.util.List;

/** Goes through a typed tree, outermost first. */
abstract class TreeWalk {
    /** @return whether to go into its parts */
    boolean enter(Statement statement) {
        return true;
    }

    /** @return whether to go into its parts */
    boolean enter(Term term) {
        return true;
    }

    final void walk(Statement statement) {
        if (statement == null || !enter(statement)) {
            return;
        }
        switch (statement) {
            case Statement.Block block -> {
                for (int i = 0; i < block.statements().size(); i++) {
                    walk(block.statements().get(i));
                }
            }
            case Statement.Declare declare -> walk(declare.value());
            case Statement.Initialise initialise -> {
                walk(initialise.place());
                walk(initialise.value());
            }
            case Statement.Evaluate evaluate -> walk(evaluate.term());
            case Statement.If choice -> {
                walk(choice.condition());
                walk(choice.then());
                walk(choice.otherwise());
            }
            case Statement.For loop -> {
                for (int i = 0; i < loop.init().size(); i++) {
                    walk(loop.init().get(i));
                }
                walk(loop.condition());
                walk(loop.step());
                walk(loop.body());
            }
            case Statement.DoWhile loop -> {
                walk(loop.body());
                walk(loop.condition());
            }
            case Statement.Switch choice -> {
                walk(choice.subject());
                walk(choice.body());
            }
            case Statement.Return answer -> walk(answer.value());
            case Statement.Asm asm -> {
                for (int i = 0; i < asm.outputs().size(); i++) {
                    walk(asm.outputs().get(i).place());
                }
                for (int i = 0; i < asm.inputs().size(); i++) {
                    walk(asm.inputs().get(i).value());
                }
            }
            case Statement.Mark _,
                    Statement.Jump _,
                    Statement.Break _,
                    Statement.Continue _,
                    Statement.Unreachable _ -> {}
        }
    }

    final void walk(Term term) {
        if (term == null || !enter(term)) {
            return;
        }
        switch (term) {
            case Value value -> parts(value);
            case Place place -> parts(place);
        }
    }

    private void walkAll(List<Value> values) {
        for (int i = 0; i < values.size(); i++) {
            walk(values.get(i));
        }
    }

    private void parts(Value value) {
        switch (value) {
            case Value.IntegerConstant _,
                    Value.FloatingConstant _,
                    Value.Null _,
                    Value.FunctionAddress _,
                    Value.Special _ -> {}
            case Value.Load load -> walk(load.place());
            case Value.Refer refer -> walk(refer.place());
            case Value.AddressOf address -> walk(address.place());
            case Value.Decay decay -> walk(decay.array());
            case Value.Unary unary -> walk(unary.operand());
            case Value.Binary binary -> {
                walk(binary.left());
                walk(binary.right());
            }
            case Value.ShortCircuit circuit -> {
                walk(circuit.left());
                walk(circuit.right());
            }
            case Value.Conditional conditional -> {
                walk(conditional.condition());
                walk(conditional.then());
                walk(conditional.otherwise());
            }
            case Value.Comma comma -> {
                walk(comma.first());
                walk(comma.second());
            }
            case Value.PointerOffset offset -> {
                walk(offset.pointer());
                walk(offset.index());
            }
            case Value.PointerDifference difference -> {
                walk(difference.left());
                walk(difference.right());
            }
            case Value.PostIncrement increment -> walk(increment.target());
            case Value.Convert convert -> walk(convert.operand());
            case Value.Discard discard -> walk(discard.operand());
            case Value.Call call -> walkAll(call.arguments());
            case Value.CallPointer call -> {
                walk(call.pointer());
                walkAll(call.arguments());
            }
            case Value.Print print -> {
                walk(print.format());
                walkAll(print.arguments());
            }
            case Value.Construct construct -> walkAll(construct.arguments());
            case Value.Aggregate aggregate -> {
                for (int i = 0; i < aggregate.slots().size(); i++) {
                    walk(aggregate.slots().get(i).value());
                }
            }
            case Value.Repeat repeat -> walk(repeat.element());
            case Value.Extract extract -> walk(extract.record());
            case Value.BitCast cast -> walk(cast.operand());
            case Value.WithCleanup whole -> {
                walk(whole.value());
                for (int i = 0; i < whole.after().size(); i++) {
                    walk(whole.after().get(i));
                }
            }
        }
    }

    private void parts(Place place) {
        switch (place) {
            case Place.OfVariable _, Place.Text _ -> {}
            case Place.Referent referent -> walk(referent.reference());
            case Place.Dereference dereference -> walk(dereference.pointer());
            case Place.Member member -> walk(member.object());
            case Place.BaseOf base -> walk(base.object());
            case Place.Element element -> {
                walk(element.array());
                walk(element.index());
            }
            case Place.Temporary temporary -> walk(temporary.value());
            case Place.Assign assign -> {
                walk(assign.target());
                walk(assign.value());
            }
            case Place.CompoundAssign assign -> {
                walk(assign.target());
                walk(assign.operand());
            }
            case Place.Increment increment -> walk(increment.target());
            case Place.Conditional conditional -> {
                walk(conditional.condition());
                walk(conditional.then());
                walk(conditional.otherwise());
            }
            case Place.Comma comma -> {
                walk(comma.first());
                walk(comma.second());
            }
            case Place.Reinterpreted seen -> walk(seen.place());
        }
    }
}
