package io.xianka.compiler.semantics;

import io.xianka.compiler.source.Diagnostic;
import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.syntax.Condition;
import io.xianka.compiler.syntax.Declaration;
import io.xianka.compiler.syntax.Expression;
import io.xianka.compiler.syntax.Initialiser;
import io.xianka.compiler.syntax.NamePart;
import io.xianka.compiler.syntax.Statement;
import io.xianka.compiler.syntax.TypeSyntax;
import io.xianka.compiler.typed.Place;
import io.xianka.compiler.typed.RecordType;
import io.xianka.compiler.typed.Statement.Block;
import io.xianka.compiler.typed.Statement.Jump;
import io.xianka.compiler.typed.Statement.Label;
import io.xianka.compiler.typed.Statement.Mark;
import io.xianka.compiler.typed.Statement.Unroll;
import io.xianka.compiler.typed.Term;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Type.Array;
import io.xianka.compiler.typed.Type.Reference;
import io.xianka.compiler.typed.Type.Scalar;
import io.xianka.compiler.typed.Value;
import io.xianka.compiler.typed.Variable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** Statements of function bodies. Start at {@link #into}. */
final class Statements {
    private final Analysis a;
    private final ArrayDeque<SwitchState> switches = new ArrayDeque<>();

    /** The innermost switch. */
    private static final class SwitchState {
        final FunctionContext function;
        final Scalar type;
        /** The type switched over before promotion, or null after an error. */
        Type wanted;

        final List<io.xianka.compiler.typed.Statement.Case> cases = new ArrayList<>();
        final List<SourceSpan> spans = new ArrayList<>();
        Label otherwise;

        SwitchState(FunctionContext function, Scalar type) {
            this.function = function;
            this.type = type;
        }
    }

    Statements(Analysis analysis) {
        a = analysis;
    }

    /** Analyses statements in a scope and appends what they become. */
    void into(List<Statement> statements, Scope scope, List<io.xianka.compiler.typed.Statement> out) {
        for (Statement statement : statements) {
            into(statement, scope, out);
        }
    }

    private Block block(Statement statement, Scope scope) {
        List<io.xianka.compiler.typed.Statement> out = new ArrayList<>();
        List<Statement> inside =
                statement instanceof Statement.Compound compound ? compound.statements() : List.of(statement);
        Scope inner = Scope.block(scope).withBody(inside);
        into(inside, inner, out);
        a.lifetimes.end(inner, statement.span(), out);
        return new Block(statement.span(), out);
    }

    private void into(Statement statement, Scope scope, List<io.xianka.compiler.typed.Statement> out) {
        SourceSpan span = statement.span();
        switch (statement) {
            case Statement.Compound s -> out.add(block(s, scope));
            case Statement.Evaluate s -> evaluate(s, scope, out);
            case Statement.Empty s -> {}
            case Statement.Declare s -> {
                for (Declaration declaration : s.declarations()) {
                    a.locals.declare(declaration, scope, out);
                }
            }
            case Statement.If s -> ifStatement(s, scope, out);
            case Statement.Switch s -> switchStatement(s, scope, out);
            case Statement.Case s -> caseStatement(s, scope, out);
            case Statement.Default s -> {
                SwitchState state = switchAround(span, "default", scope);
                if (state != null) {
                    if (state.otherwise != null) {
                        a.error(span, "a switch has one 'default'");
                    }
                    state.otherwise = new Label("default");
                    out.add(new Mark(span, state.otherwise));
                }
                into(s.body(), scope, out);
            }
            case Statement.While s -> whileStatement(s, scope, out);
            case Statement.DoWhile s -> {
                Block body = loopBody(s.body(), scope);
                Value condition =
                        a.lifetimes.whole(() -> a.conversions.condition(a.expressions.term(s.condition(), scope)));
                if (!Terms.isErroneous(condition)) {
                    out.add(new io.xianka.compiler.typed.Statement.DoWhile(
                            span, body, condition, unroll(s.unroll(), scope)));
                }
            }
            case Statement.For s -> forStatement(s, scope, out);
            case Statement.RangeFor s -> rangeFor(s, scope, out);
            case Statement.Break s -> {
                if (scope.function.loops == 0 && scope.function.switches == 0) {
                    a.error(span, "'break' stands only in a loop or switch");
                } else {
                    a.lifetimes.leave(scope, scope.function.breaks.peekLast(), span, out);
                    out.add(new io.xianka.compiler.typed.Statement.Break(span));
                }
            }
            case Statement.Continue s -> {
                if (scope.function.loops == 0) {
                    a.error(span, "'continue' stands only in a loop");
                } else {
                    a.lifetimes.leave(scope, scope.function.continues.peekLast(), span, out);
                    out.add(new io.xianka.compiler.typed.Statement.Continue(span));
                }
            }
            case Statement.Return s -> returnStatement(s, scope, out);
            case Statement.Goto s -> {
                FunctionContext.LabelUse use = label(s.label(), scope, false);
                a.lifetimes.jump(scope, use, s.label(), span, out);
                out.add(new Jump(span, use.label));
            }
            case Statement.Labelled s -> {
                FunctionContext.LabelUse use = label(s.label(), scope, true);
                out.add(new Mark(s.label().span(), use.label));
                into(s.body(), scope, out);
            }
            case Statement.Asm s -> a.assembly.analyse(s, scope, out);
            case Statement.Malformed s -> {}
        }
    }

    private FunctionContext.LabelUse label(NamePart.Identifier name, Scope scope, boolean defines) {
        FunctionContext.LabelUse use = scope.function.labels.computeIfAbsent(
                name.text(), n -> new FunctionContext.LabelUse(new Label(n), name.span()));
        if (defines) {
            if (use.defined) {
                a.error(name.span(), "label '" + name.text() + "' is defined twice");
            }
            use.defined = true;
            use.scope = scope;
            use.alive = scope.objects().size();
        }
        return use;
    }

    private void evaluate(Statement.Evaluate s, Scope scope, List<io.xianka.compiler.typed.Statement> out) {
        if (s.expression() instanceof Expression.Call call
                && call.callee() instanceof Expression.NameUse use
                && use.name().unqualified()
                && use.name().last().text().equals("__builtin_unreachable")) {
            out.add(new io.xianka.compiler.typed.Statement.Unreachable(s.span()));
            return;
        }
        Value value = a.lifetimes.whole(() -> {
            Term term = a.expressions.term(s.expression(), scope);
            return Terms.isErroneous(term)
                    ? Terms.erroneous(s.span())
                    : term instanceof Place || a.implicits.isDestroyed(term.type())
                            ? new Value.Discard(s.span(), a.conversions.discarded(term))
                            : (Value) term;
        });
        if (!Terms.isErroneous(value) && !Terms.isConstant(value)) {
            Term term = value instanceof Value.Discard discard ? discard.operand() : value;
            out.add(new io.xianka.compiler.typed.Statement.Evaluate(s.span(), term));
        }
    }

    // ---- conditions

    /** The value tested; a variable declared in the condition is declared in {@code out}. Null after an error. */
    private Value condition(Condition condition, Scope scope, List<io.xianka.compiler.typed.Statement> out) {
        Value value = a.lifetimes.whole(() -> a.conversions.condition(tested(condition, scope, out)));
        return Terms.isErroneous(value) ? null : value;
    }

    private Term tested(Condition condition, Scope scope, List<io.xianka.compiler.typed.Statement> out) {
        return switch (condition) {
            case Condition.Test test -> a.expressions.term(test.expression(), scope);
            case Condition.Declared declared -> {
                a.locals.variable(declared.variable(), scope, out);
                yield scope.get(declared.variable().name().last().text()) instanceof Symbol.VariableName v
                        ? a.expressions.variable(v, declared.span(), scope)
                        : Terms.erroneous(declared.span());
            }
        };
    }

    private void ifStatement(Statement.If s, Scope scope, List<io.xianka.compiler.typed.Statement> out) {
        List<io.xianka.compiler.typed.Statement> before = new ArrayList<>();
        Scope inner = Scope.block(scope);
        if (s.init() != null) {
            into(s.init(), inner, before);
        }
        Value condition = condition(s.condition(), inner, before);
        if (s.isConstexpr()) {
            Long constant = condition == null ? null : a.evaluator.integer(condition);
            if (constant == null) {
                if (condition != null) {
                    a.error(
                            s.condition().span(),
                            "the condition of 'if constexpr' must be a constant" + a.evaluator.why());
                }
                return;
            }
            Statement taken = constant != 0 ? s.then() : s.otherwise();
            if (taken != null) {
                before.add(block(taken, inner));
            }
            a.lifetimes.end(inner, s.span(), before);
            out.add(new Block(s.span(), before));
            return;
        }
        Block then = block(s.then(), inner);
        Block otherwise = s.otherwise() == null ? null : block(s.otherwise(), inner);
        if (condition == null) {
            return;
        }
        before.add(new io.xianka.compiler.typed.Statement.If(s.span(), condition, then, otherwise));
        a.lifetimes.end(inner, s.span(), before);
        out.add(before.size() == 1 ? before.getFirst() : new Block(s.span(), before));
    }

    private void switchStatement(Statement.Switch s, Scope scope, List<io.xianka.compiler.typed.Statement> out) {
        List<io.xianka.compiler.typed.Statement> before = new ArrayList<>();
        Scope inner = Scope.block(scope);
        if (s.init() != null) {
            into(s.init(), inner, before);
        }
        Value tested =
                a.lifetimes.whole(() -> Terms.value(a.conversions.asScalar(tested(s.condition(), inner, before))));
        boolean good = !Terms.isErroneous(tested);
        if (good && !tested.type().isInteger() && !Types.isEnum(tested.type())) {
            a.error(
                    s.condition().span(),
                    "a switch chooses by an integer or enum, not by '"
                            + tested.type().spelling() + "'");
            good = false;
        }
        Scalar type = good ? Types.promote(tested.type()) : Scalar.LONG;
        SwitchState state = new SwitchState(scope.function, type);
        state.wanted = good ? tested.type().unqualified() : null;
        switches.push(state);
        scope.function.switches++;
        scope.function.breaks.addLast(inner);
        Block body = block(s.body(), inner);
        scope.function.breaks.removeLast();
        scope.function.switches--;
        switches.pop();
        if (!good) {
            return;
        }
        Value subject = Terms.convert(tested.span(), tested, type);
        before.add(
                new io.xianka.compiler.typed.Statement.Switch(s.span(), subject, state.cases, state.otherwise, body));
        a.lifetimes.end(inner, s.span(), before);
        out.add(before.size() == 1 ? before.getFirst() : new Block(s.span(), before));
    }

    private SwitchState switchAround(SourceSpan span, String word, Scope scope) {
        SwitchState state = switches.peek();
        if (state == null || state.function != scope.function) {
            a.error(span, "'" + word + "' stands only in a switch");
            return null;
        }
        return state;
    }

    private void caseStatement(Statement.Case s, Scope scope, List<io.xianka.compiler.typed.Statement> out) {
        SwitchState state = switchAround(s.span(), "case", scope);
        if (state != null) {
            Long low = caseValue(s.value(), state, scope);
            Long high = s.upTo() == null ? low : caseValue(s.upTo(), state, scope);
            if (low != null && high != null) {
                Label label = new Label("case " + low);
                for (int i = 0; i < state.cases.size(); i++) {
                    var other = state.cases.get(i);
                    if (low <= other.high() && other.low() <= high) {
                        a.error(
                                s.value().span(),
                                "case " + low + " stands twice in this switch",
                                new Diagnostic.Note(state.spans.get(i), "the first one is here"));
                        break;
                    }
                }
                state.cases.add(new io.xianka.compiler.typed.Statement.Case(low, high, label));
                state.spans.add(s.value().span());
                out.add(new Mark(s.span(), label));
            }
        }
        into(s.body(), scope, out);
    }

    private Long caseValue(Expression ast, SwitchState state, Scope scope) {
        Term term = a.expressions.term(ast, scope);
        if (Terms.isErroneous(term) || state.wanted == null) {
            return null;
        }
        boolean scoped = Types.isScopedEnum(state.wanted);
        if (scoped != Types.isScopedEnum(term.type())
                || (scoped && !term.type().unqualified().equals(state.wanted))
                || (!scoped && !Types.isIntegral(term.type()))) {
            a.error(
                    ast.span(),
                    "a case of type '" + term.type().spelling() + "' in a switch over '" + state.wanted.spelling()
                            + "'");
            return null;
        }
        Value constant = a.evaluator.scalar(Terms.value(term));
        if (!(constant instanceof Value.IntegerConstant)) {
            a.error(ast.span(), "the value of a case must be a constant" + a.evaluator.why());
            return null;
        }
        return ((Value.IntegerConstant) Terms.convert(ast.span(), constant, state.type)).value();
    }

    // ---- loops

    private Unroll unroll(Statement.Unroll wish, Scope scope) {
        if (wish == null) {
            return Unroll.UNSPECIFIED;
        }
        if (wish.factor() == null) {
            return Unroll.FULLY;
        }
        Term term = a.expressions.term(wish.factor(), scope);
        Long factor = Terms.isErroneous(term) ? null : a.evaluator.integer(term);
        if (factor == null || factor < 0 || factor > Integer.MAX_VALUE) {
            if (!Terms.isErroneous(term)) {
                a.warning(wish.span(), "the factor of #pragma unroll must be a positive constant; it is ignored");
            }
            return Unroll.UNSPECIFIED;
        }
        return factor == 0 ? new Unroll(1) : new Unroll(factor.intValue());
    }

    private Block loopBody(Statement body, Scope scope) {
        return loopBody(body, scope, scope);
    }

    /** @param stays what {@code break} and {@code continue} do not leave */
    private Block loopBody(Statement body, Scope scope, Scope stays) {
        scope.function.loops++;
        scope.function.breaks.addLast(stays);
        scope.function.continues.addLast(stays);
        try {
            return block(body, scope);
        } finally {
            scope.function.continues.removeLast();
            scope.function.breaks.removeLast();
            scope.function.loops--;
        }
    }

    /** A condition that declares a variable is evaluated anew in each round, in front of the body. */
    private void whileStatement(Statement.While s, Scope scope, List<io.xianka.compiler.typed.Statement> out) {
        Scope inner = Scope.block(scope);
        loop(s.span(), List.of(), s.condition(), null, s.body(), unroll(s.unroll(), scope), inner, out);
    }

    private void forStatement(Statement.For s, Scope scope, List<io.xianka.compiler.typed.Statement> out) {
        Scope inner = Scope.block(scope);
        List<io.xianka.compiler.typed.Statement> init = new ArrayList<>();
        into(s.init(), inner, init);
        loop(s.span(), init, s.condition(), s.step(), s.body(), unroll(s.unroll(), scope), inner, out);
    }

    private void loop(
            SourceSpan span,
            List<io.xianka.compiler.typed.Statement> init,
            Condition condition,
            Expression step,
            Statement body,
            Unroll unroll,
            Scope scope,
            List<io.xianka.compiler.typed.Statement> out) {
        List<io.xianka.compiler.typed.Statement> round = new ArrayList<>();
        Scope within = Scope.block(scope);
        Value test = condition == null ? null : condition(condition, within, round);
        boolean good = condition == null || test != null;
        Term stepped = step == null ? null : step(step, within);
        if (stepped != null && Terms.isErroneous(stepped)) {
            good = false;
        }
        Block inner = loopBody(body, within, scope);
        if (!good) {
            return;
        }
        if (!round.isEmpty()) {
            List<io.xianka.compiler.typed.Statement> stop = new ArrayList<>();
            a.lifetimes.end(within, span, stop);
            stop.add(new io.xianka.compiler.typed.Statement.Break(span));
            round.add(new io.xianka.compiler.typed.Statement.If(
                    span, Terms.not(span, test), stop.size() == 1 ? stop.getFirst() : new Block(span, stop), null));
            round.add(inner);
            a.lifetimes.end(within, span, round);
            inner = new Block(span, round);
            test = null;
        } else if (test instanceof Value.IntegerConstant c && c.value() != 0) {
            test = null;
        }
        whole(new io.xianka.compiler.typed.Statement.For(span, init, test, stepped, inner, unroll), scope, out);
    }

    /** A loop, and the end of what its head declares. */
    private void whole(
            io.xianka.compiler.typed.Statement.For loop, Scope scope, List<io.xianka.compiler.typed.Statement> out) {
        if (scope.objects().isEmpty()) {
            out.add(loop);
            return;
        }
        // The objects end behind the loop, so they are declared in front of it.
        List<io.xianka.compiler.typed.Statement> all = new ArrayList<>(loop.init());
        all.add(new io.xianka.compiler.typed.Statement.For(
                loop.span(), List.of(), loop.condition(), loop.step(), loop.body(), loop.unroll()));
        a.lifetimes.end(scope, loop.span(), all);
        out.add(new Block(loop.span(), all));
    }

    private Term step(Expression step, Scope scope) {
        Value whole = a.lifetimes.whole(() -> {
            Term term = a.expressions.term(step, scope);
            return Terms.isErroneous(term)
                    ? Terms.erroneous(step.span())
                    : new Value.Discard(step.span(), a.conversions.discarded(term));
        });
        return whole instanceof Value.Discard discard ? discard.operand() : whole;
    }

    private void rangeFor(Statement.RangeFor s, Scope scope, List<io.xianka.compiler.typed.Statement> out) {
        SourceSpan span = s.span();
        Scope inner = Scope.block(scope);
        List<io.xianka.compiler.typed.Statement> init = new ArrayList<>();
        if (s.init() != null) {
            into(s.init(), inner, init);
        }
        Place[] found = new Place[1];
        Value ranged = a.lifetimes.whole(() -> {
            Term range = s.range() instanceof Expression.BraceList list
                    ? a.initialisers.listed(list, inner)
                    : a.expressions.term(s.range(), inner);
            if (range instanceof Place place && !Terms.isErroneous(range)) {
                found[0] = place;
                return new Value.Discard(span, range);
            }
            return Terms.value(range);
        });
        if (Terms.isErroneous(ranged)) {
            return;
        }
        Place object = found[0] != null ? found[0] : hold(ranged, ranged.type(), init);
        if (found[0] == null) {
            a.lifetimes.live(inner, object);
        }
        if (object.type() instanceof Array || !(object instanceof Place.OfVariable)) {
            if (!(object instanceof Place.OfVariable)) {
                Type reference = new Reference(object.type(), false);
                object = Expressions.referred(hold(Terms.refer(span, object, (Reference) reference), reference, init));
            }
        }
        Term begin;
        Term end;
        if (object.type() instanceof Array array) {
            begin = Terms.decay(span, object);
            end = Terms.pointerOffset(
                    span, Terms.decay(span, object), Terms.integer(span, array.count(), Scalar.LONG), false);
        } else if (Types.isRecord(object.type())) {
            begin = a.operators.member(object, "begin", List.of(), span);
            end = a.operators.member(object, "end", List.of(), span);
            if (begin == null || end == null) {
                begin = a.calls.associated("begin", object, span);
                end = a.calls.associated("end", object, span);
            }
        } else {
            begin = null;
            end = null;
        }
        if (begin == null || end == null) {
            a.error(
                    s.range().span(),
                    "'" + object.type().spelling() + "' is no range: no array, and no begin() and end()");
            return;
        }
        if (Terms.isErroneous(begin) || Terms.isErroneous(end)) {
            return;
        }
        Place at = hold(begin, init);
        Place last = hold(end, init);
        Term test = a.operators.binary(io.xianka.compiler.syntax.BinaryOperator.NOT_EQUAL, at, last, span, span);
        Term step = Types.isRecord(at.type())
                ? a.operators.unary(io.xianka.compiler.syntax.UnaryOperator.PRE_INCREMENT, at, span)
                : a.operators.builtinUnary(io.xianka.compiler.syntax.UnaryOperator.PRE_INCREMENT, at, span);
        Term element = Types.isRecord(at.type())
                ? a.operators.unary(io.xianka.compiler.syntax.UnaryOperator.DEREFERENCE, at, span)
                : a.expressions.dereference(Terms.value(at), span);
        if (step == null || element == null) {
            a.error(s.range().span(), "the iterator '" + at.type().spelling() + "' has no operator++ or operator*");
            return;
        }
        Value condition = a.conversions.condition(test);
        List<io.xianka.compiler.typed.Statement> round = new ArrayList<>();
        Scope body = Scope.block(inner);
        body.put("(element)", new Symbol.PlaceName("(element)", a.conversions.asPlace(element), scope.function));
        Expression name = new Expression.NameUse(
                s.range().span(),
                io.xianka.compiler.syntax.Name.of(
                        new NamePart.Identifier(s.range().span(), "(element)")));
        Initialiser first = new Initialiser.Equals(s.range().span(), name);
        a.locals.declare(
                switch (s.variable()) {
                    case Declaration.Variable v ->
                        new Declaration.Variable(v.span(), v.specifiers(), v.name(), v.type(), first);
                    case Declaration.StructuredBinding b ->
                        new Declaration.StructuredBinding(b.span(), b.specifiers(), b.type(), b.names(), first);
                    default -> s.variable();
                },
                body,
                round);
        round.add(loopBody(s.body(), body, inner));
        a.lifetimes.end(body, span, round);
        if (Terms.isErroneous(condition) || Terms.isErroneous(step)) {
            return;
        }
        Block rounds = new Block(span, round);
        whole(
                new io.xianka.compiler.typed.Statement.For(
                        span, init, condition, step, rounds, unroll(s.unroll(), scope)),
                inner,
                out);
    }

    private Place hold(Term term, List<io.xianka.compiler.typed.Statement> out) {
        Type type = Types.decay(term.type()).unqualified();
        return hold(a.conversions.convert(term, type, ""), type, out);
    }

    private static Place hold(Value value, Type type, List<io.xianka.compiler.typed.Statement> out) {
        Variable variable = new Variable("", "", type, Variable.Storage.LOCAL, value.span());
        out.add(new io.xianka.compiler.typed.Statement.Declare(value.span(), variable, value));
        return new Place.OfVariable(value.span(), variable);
    }

    // ---- return

    private void returnStatement(Statement.Return s, Scope scope, List<io.xianka.compiler.typed.Statement> out) {
        FunctionContext context = scope.function;
        SourceSpan span = s.span();
        if (s.value() == null) {
            if (context.result == null) {
                context.result = Types.VOID;
            }
            if (!context.result.isVoid() && !context.result.isErroneous()) {
                a.error(span, "this function returns '" + context.result.spelling() + "', so 'return' needs a value");
                return;
            }
            a.lifetimes.leaveFunction(scope, span, out);
            out.add(new io.xianka.compiler.typed.Statement.Return(span, null));
            return;
        }
        Value value = a.lifetimes.whole(() -> returned(s, context, scope));
        if (value == null || Terms.isErroneous(value)) {
            return;
        }
        List<io.xianka.compiler.typed.Statement> end = new ArrayList<>();
        a.lifetimes.leaveFunction(scope, span, end);
        if (value.type().isVoid()) {
            out.add(new io.xianka.compiler.typed.Statement.Evaluate(span, value));
            out.addAll(end);
            out.add(new io.xianka.compiler.typed.Statement.Return(span, null));
        } else {
            out.add(new io.xianka.compiler.typed.Statement.Return(
                    span, end.isEmpty() ? value : new Value.WithCleanup(span, value, end)));
        }
    }

    /** What a function returns; null or erroneous after an error. */
    private Value returned(Statement.Return s, FunctionContext context, Scope scope) {
        SourceSpan span = s.span();
        Operand operand = a.expressions.operand(s.value(), scope);
        if (operand instanceof Operand.Typed t && Terms.isErroneous(t.term())) {
            if (context.result == null) {
                context.result = Types.ERRONEOUS;
            }
            return null;
        }
        if (operand instanceof Operand.Typed t && (context.result == null || deducesAgain(context))) {
            Type deduced = t.term().type().isVoid()
                    ? Types.VOID
                    : a.types.deduce(resultSyntax(context, span), t.term(), s.value(), scope);
            deduced = deduced.isReference() ? deduced : deduced.unqualified();
            if (context.result != null
                    && !context.result.equals(deduced)
                    && !deduced.isErroneous()
                    && !context.result.isErroneous()) {
                a.error(
                        span,
                        "'auto' was '" + context.result.spelling() + "' in an earlier return and is '"
                                + deduced.spelling() + "' here");
                return null;
            }
            context.result = deduced;
            context.deduced = true;
        }
        if (context.result == null) {
            a.error(span, "'auto' cannot be deduced from a list in braces");
            context.result = Types.ERRONEOUS;
            return null;
        }
        if (context.result.isVoid()) {
            if (operand instanceof Operand.Typed t && t.term().type().isVoid()) {
                return Terms.value(t.term());
            }
            a.error(span, "this function returns void, so 'return' takes no value");
            return null;
        }
        return a.conversions.convert(moved(operand, context), context.result, "in this return");
    }

    /** A local object that is returned is moved, since nobody needs it afterwards. */
    private Operand moved(Operand operand, FunctionContext context) {
        return operand instanceof Operand.Typed(Place.OfVariable place)
                        && (place.variable().storage() == Variable.Storage.LOCAL
                                || place.variable().storage() == Variable.Storage.PARAMETER)
                        && place.type().unqualified() instanceof RecordType record
                        && a.implicits.isCopiedByCode(a.info(record))
                        && Types.sameUnqualified(place.type(), context.result)
                ? new Operand.Typed(Expressions.moved(place))
                : operand;
    }

    private static boolean deducesAgain(FunctionContext context) {
        return context.deduced;
    }

    private static TypeSyntax resultSyntax(FunctionContext context, SourceSpan span) {
        return context.resultSyntax != null && TypeReader.containsAuto(context.resultSyntax)
                ? context.resultSyntax
                : new TypeSyntax.Auto(span, io.xianka.compiler.syntax.Qualifiers.NONE);
    }
}
