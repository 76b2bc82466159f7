package io.xianka.compiler.semantics;

import io.xianka.compiler.source.Diagnostic;
import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.syntax.Declaration;
import io.xianka.compiler.syntax.Expression;
import io.xianka.compiler.syntax.FunctionBody;
import io.xianka.compiler.syntax.NamePart;
import io.xianka.compiler.syntax.Specifier;
import io.xianka.compiler.syntax.Specifiers;
import io.xianka.compiler.syntax.TemplateParameter;
import io.xianka.compiler.syntax.TypeSyntax;
import io.xianka.compiler.typed.Function;
import io.xianka.compiler.typed.Place;
import io.xianka.compiler.typed.RecordType;
import io.xianka.compiler.typed.Statement;
import io.xianka.compiler.typed.Term;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Type.Pointer;
import io.xianka.compiler.typed.Value;
import io.xianka.compiler.typed.Variable;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Signatures, bodies and uses of functions. */
final class Functions {
    private final Analysis a;
    /** The function whose body is being analysed, or null. */
    private FunctionSymbol current;

    Functions(Analysis analysis) {
        a = analysis;
    }

    /** The function whose body is being analysed, or null. */
    FunctionSymbol current() {
        return current;
    }

    // ---- signatures

    void readSignature(FunctionSymbol symbol) {
        TypeSyntax.Function syntax = symbol.declaration.type();
        Scope scope = symbol.scope;
        if (syntax.trailing() && !TypeReader.containsAuto(syntax.result())) {
            List<Type> parameters = a.types.parameters(syntax, scope);
            FunctionContext context = new FunctionContext(symbol);
            Scope inner = Scope.ofFunction(scope, context);
            if (symbol.hasThis()) {
                context.thisVariable = thisVariable(symbol);
            }
            declareParameters(syntax, inner, context, new ArrayList<>());
            Type result = Types.decay(a.types.read(syntax.result(), inner)).unqualified();
            symbol.type = new Type.Function(result, parameters, syntax.variadic());
        } else {
            symbol.type = a.types.function(syntax, scope);
        }
        readDefaults(symbol, syntax, scope);
    }

    private static void readDefaults(FunctionSymbol symbol, TypeSyntax.Function syntax, Scope scope) {
        List<Expression> defaults = new ArrayList<>();
        boolean any = false;
        for (TypeSyntax.Parameter parameter : syntax.parameters()) {
            defaults.add(parameter.defaultValue());
            any |= parameter.defaultValue() != null;
        }
        if (any) {
            symbol.defaults = defaults;
            symbol.defaultsScope = scope;
        }
    }

    /** Adds a function to a scope, or joins it with the one that it declares again; returns the one that stays. */
    FunctionSymbol add(Scope scope, FunctionSymbol symbol) {
        Symbol there = scope.get(symbol.name);
        if (there instanceof Symbol.TypeName type) {
            scope.putTag(symbol.name, type);
            there = null;
        }
        if (there instanceof Symbol.Broken) {
            return symbol;
        }
        if (there != null && !(there instanceof Symbol.Functions)) {
            // Host functions whose parameters are unknown read as variables.
            a.unknown(symbol.span(), "'" + symbol.name + "' is declared already, as something other than a function");
            return symbol;
        }
        Symbol.Functions functions = (Symbol.Functions) there;
        if (functions == null) {
            functions = new Symbol.Functions();
            scope.put(symbol.name, functions);
        }
        for (FunctionSymbol other : functions.all) {
            if (same(other, symbol)) {
                return join(other, symbol);
            }
        }
        functions.all.add(symbol);
        return symbol;
    }

    boolean same(FunctionSymbol one, FunctionSymbol other) {
        if (one.isTemplate() != other.isTemplate()) {
            return false;
        }
        if (one.isTemplate()) {
            return shape(one).equals(shape(other));
        }
        if (one.externC && other.externC && one.owner == null) {
            return true;
        }
        boolean conversion = one.declaration.kind() == Declaration.FunctionKind.CONVERSION;
        return one.type.parameters().equals(other.type.parameters())
                && (!conversion || one.type.result().equals(other.type.result()))
                && one.isConstMember == other.isConstMember
                && one.reference == other.reference;
    }

    /** What two declarations of one template have in common, whatever their parameters are called. */
    private static String shape(FunctionSymbol symbol) {
        List<String> names = new ArrayList<>();
        StringBuilder out = new StringBuilder();
        for (TemplateParameter parameter : symbol.template.parameters()) {
            names.add(parameter.name() == null ? "" : parameter.name().text());
            out.append(parameter.getClass().getSimpleName()).append(parameter.pack());
            if (parameter instanceof TemplateParameter.Value value) {
                out.append(TreeNames.shape(value.type(), names));
            }
        }
        TypeSyntax.Function type = symbol.declaration.type();
        for (TypeSyntax.Parameter parameter : type.parameters()) {
            out.append(TreeNames.shape(parameter.type(), names)).append(parameter.pack());
        }
        return out.append(TreeNames.shape(type.result(), names))
                .append(type.qualifiers())
                .append(type.reference())
                .toString();
    }

    private FunctionSymbol join(FunctionSymbol first, FunctionSymbol again) {
        if (again.definition != null) {
            if (first.definition != null) {
                a.error(
                        again.span(),
                        "function '" + again.display() + "' is defined twice",
                        new Diagnostic.Note(first.definition.name().span(), "the first definition is here"));
                return first;
            }
            define(first, again.definition, again.definitionScope, again.template);
        }
        if (!first.isTemplate()
                && first.type.result() != null
                && again.type.result() != null
                && !first.type.result().equals(again.type.result())) {
            a.error(
                    again.span(),
                    "'" + again.display() + "' is declared again with another result type, '"
                            + again.type.result().spelling() + "'",
                    Lookup.declaredHere(first.span(), "'" + first.signature() + "'"));
        }
        if (first.defaults.isEmpty()) {
            first.defaults = again.defaults;
            first.defaultsScope = again.defaultsScope;
        }
        return first;
    }

    void define(FunctionSymbol symbol, Declaration.Function definition, Scope scope, Declaration.Template template) {
        symbol.definition = definition;
        symbol.definitionScope = scope;
        symbol.definitionTemplate = template;
        if (symbol.function != null) {
            settle(symbol.function, definition.specifiers(), scope);
        }
    }

    // ---- the typed function

    private static Variable thisVariable(FunctionSymbol symbol) {
        Type object = symbol.isConstMember ? Types.constant(symbol.owner.type) : symbol.owner.type;
        return new Variable("this", "this", new Pointer(object), Variable.Storage.PARAMETER, symbol.span());
    }

    /** The typed function; its parameters are those of the definition where there is one. */
    Function function(FunctionSymbol symbol) {
        if (symbol.function != null) {
            return symbol.function;
        }
        Declaration.Function declaration = source(symbol);
        List<Variable> parameters = new ArrayList<>();
        FunctionContext context = new FunctionContext(symbol);
        Scope scope = Scope.ofFunction(sourceScope(symbol), context);
        if (symbol.hasThis()) {
            context.thisVariable = thisVariable(symbol);
            parameters.add(context.thisVariable);
        }
        if (declaration != null) {
            declareParameters(declaration.type(), scope, context, parameters);
        } else {
            for (Type type : symbol.type.parameters()) {
                parameters.add(new Variable("other", "other", type, Variable.Storage.PARAMETER, symbol.span()));
            }
        }
        context.captures = symbol.captures;
        context.result = symbol.type.result();
        context.resultSyntax = declaration == null ? null : declaration.type().result();
        boolean kernel = symbol.has(Specifier.GLOBAL);
        Function function = new Function(
                symbol.display(),
                a.uniqueLinkName(a.mangler.function(symbol)),
                kernel ? Function.Kind.KERNEL : Function.Kind.DEVICE,
                symbol.type.result() == null
                        ? new Type.Function(Types.VOID, symbol.type.parameters(), false)
                        : symbol.type,
                parameters,
                declaration == null ? symbol.span() : declaration.name().span());
        if (symbol.isLibrary) {
            function.makeLibrary();
        }
        for (Specifiers specifiers : specifiersOf(symbol)) {
            settle(function, specifiers, scope);
        }
        if (symbol.implicit != FunctionSymbol.Implicit.NO || symbol.isLambda) {
            function.inline(Function.Inlining.ALWAYS);
        }
        symbol.function = function;
        symbols.put(function, symbol);
        bodies.put(symbol, new Body(scope, context, declaration));
        return function;
    }

    private final IdentityHashMap<Function, FunctionSymbol> symbols = new IdentityHashMap<>();

    FunctionSymbol symbolOf(Function function) {
        return symbols.get(function);
    }

    /** Where a function's body is analysed. */
    private record Body(Scope scope, FunctionContext context, Declaration.Function parametersOf) {}

    private final IdentityHashMap<FunctionSymbol, Body> bodies = new IdentityHashMap<>();

    private static List<Specifiers> specifiersOf(FunctionSymbol symbol) {
        List<Specifiers> all = new ArrayList<>(2);
        if (symbol.declaration != null) {
            all.add(symbol.declaration.specifiers());
        }
        if (symbol.definition != null && !FunctionSymbol.same(symbol.definition, symbol.declaration)) {
            all.add(symbol.definition.specifiers());
        }
        return all;
    }

    private void settle(Function function, Specifiers specifiers, Scope scope) {
        if (specifiers.has(Specifier.FORCEINLINE)) {
            function.inline(Function.Inlining.ALWAYS);
        }
        if (specifiers.has(Specifier.NOINLINE)) {
            function.inline(Function.Inlining.NEVER);
        }
        for (Specifiers.Attribute attribute : specifiers.attributes()) {
            if (attribute.name().equals("noreturn")) {
                function.makeNoReturn();
            } else if (attribute.name().endsWith("always_inline")) {
                function.inline(Function.Inlining.ALWAYS);
            } else if (attribute.name().endsWith("noinline")) {
                function.inline(Function.Inlining.NEVER);
            }
        }
        Specifiers.LaunchBounds bounds = specifiers.launchBounds();
        if (bounds != null) {
            int clusters = bound(bounds.maxClusterBlocks(), scope);
            if (!bounds.clusterDims().isEmpty()) {
                clusters = 1;
                for (Expression size : bounds.clusterDims()) {
                    clusters *= Math.max(1, bound(size, scope));
                }
            }
            function.bound(new Function.LaunchBounds(
                    bound(bounds.maxThreads(), scope), bound(bounds.minBlocks(), scope), clusters));
        }
    }

    private int bound(Expression expression, Scope scope) {
        if (expression == null) {
            return 0;
        }
        Term term = a.expressions.term(expression, scope);
        Long constant = Terms.isErroneous(term) ? null : a.evaluator.integer(term);
        if (constant == null || constant < 0 || constant > Integer.MAX_VALUE) {
            if (!Terms.isErroneous(term)) {
                a.error(expression.span(), "a launch bound must be a positive constant");
            }
            return 0;
        }
        return constant.intValue();
    }

    /** The declaration whose parameter names count. */
    private Declaration.Function source(FunctionSymbol symbol) {
        findDefinition(symbol);
        return symbol.definition != null ? symbol.definition : symbol.declaration;
    }

    private static Scope sourceScope(FunctionSymbol symbol) {
        return symbol.definitionScope != null ? symbol.definitionScope : symbol.scope;
    }

    /** An instance takes its template's definition; a member of a class template may be defined outside. */
    private void findDefinition(FunctionSymbol symbol) {
        if (symbol.definition != null || symbol.implicit != FunctionSymbol.Implicit.NO) {
            return;
        }
        FunctionSymbol template = symbol.instanceOf;
        if (template != null) {
            findDefinition(template);
            if (template.definition != null) {
                symbol.definition = template.definition;
                symbol.definitionScope = template.definitionTemplate == null
                        ? symbol.scope
                        : a.templates.bindings(
                                template.definitionTemplate.parameters(), symbol.arguments, template.definitionScope);
            }
            return;
        }
        ClassInfo owner = symbol.owner;
        if (owner == null || owner.template == null || symbol.isSpecialised) {
            return;
        }
        for (Declaration.Template outside :
                owner.template.outsideMembers.getOrDefault(outsideName(symbol), List.of())) {
            Declaration inner = outside.declaration();
            Declaration.Template memberTemplate = null;
            if (inner instanceof Declaration.Template t) {
                memberTemplate = t;
                inner = t.declaration();
            }
            if (!(inner instanceof Declaration.Function function)
                    || (memberTemplate != null) != symbol.isTemplate()
                    || function.type().parameters().size()
                            != symbol.declaration.type().parameters().size()
                    || function.type().qualifiers().isConst() != symbol.isConstMember) {
                continue;
            }
            Scope bindings = a.templates.bindings(outside.parameters(), owner.arguments, owner.scope);
            if (!symbol.isTemplate()) {
                List<Type> types = new ArrayList<>();
                boolean clean = a.attempt(() -> types.addAll(a.types.parameters(function.type(), bindings)));
                if (!clean || !types.equals(symbol.type.parameters())) {
                    continue;
                }
            }
            symbol.definition = function;
            symbol.definitionScope = bindings;
            symbol.definitionTemplate = memberTemplate;
            return;
        }
    }

    private static String outsideName(FunctionSymbol symbol) {
        return symbol.isConstructor() ? symbol.owner.template.name : symbol.name;
    }

    private void declareParameters(
            TypeSyntax.Function syntax, Scope scope, FunctionContext context, List<Variable> variables) {
        for (TypeSyntax.Parameter parameter : syntax.parameters()) {
            String name = parameter.name() == null ? "" : parameter.name().text();
            List<Type> types = a.templates.expandParameter(parameter, scope);
            List<Symbol> symbols = new ArrayList<>();
            for (Type type : types) {
                SourceSpan span = parameter.name() == null
                        ? parameter.span()
                        : parameter.name().span();
                Variable variable = new Variable(name, name, type, Variable.Storage.PARAMETER, span);
                variables.add(variable);
                Symbol.VariableName symbol = new Symbol.VariableName(variable, context);
                symbol.broken = type.isErroneous();
                symbols.add(symbol);
            }
            if (!name.isEmpty()) {
                if (scope.get(name) != null) {
                    a.error(parameter.name().span(), "parameter '" + name + "' is declared twice");
                }
                scope.put(name, parameter.pack() ? new Symbol.Pack(symbols) : symbols.getFirst());
            }
        }
    }

    // ---- uses

    /** The function for a call or address taken here; its body will be analysed. */
    Function use(FunctionSymbol symbol, SourceSpan span) {
        if (symbol.isDeleted()) {
            a.error(span, "'" + symbol.display() + "' is deleted", Lookup.declaredHere(symbol.span(), "it"));
        }
        Function function = function(symbol);
        if (a.unevaluated > 0 || a.isMuted()) {
            return function;
        }
        if (symbol.isHostOnly()) {
            a.unknown(
                    span,
                    "'" + symbol.display() + "' is a host function; add __device__ to call it from the device",
                    Lookup.declaredHere(symbol.span(), "'" + symbol.name + "'"));
            return function;
        }
        if (current != null) {
            current.uses.add(symbol);
        } else {
            a.rootUses.add(symbol);
        }
        queue(symbol, span);
        return function;
    }

    void use(Symbol.VariableName variable) {
        if (a.unevaluated > 0 || a.isMuted()) {
            return;
        }
        if (current != null) {
            current.uses.add(variable);
        }
    }

    /** A variable met by constant evaluation. */
    void use(Variable variable) {
        for (Symbol.VariableName symbol : a.variables) {
            if (symbol.variable == variable) {
                use(symbol);
            }
        }
    }

    Value address(FunctionSymbol symbol, SourceSpan span) {
        Function function = use(symbol, span);
        if (symbol.type.result() == null) {
            ensureBody(symbol, span);
        }
        function.takeAddress();
        return new Value.FunctionAddress(span, function, new Pointer(symbol.type));
    }

    private void queue(FunctionSymbol symbol, SourceSpan span) {
        if (symbol.bodyQueued || symbol.bodyDone) {
            return;
        }
        symbol.bodyQueued = true;
        symbol.firstUse = span;
        a.queue.addLast(symbol);
    }

    void demand(FunctionSymbol symbol, SourceSpan span) {
        queue(symbol, span);
    }

    /** Queues a user's function that is defined, whether anybody calls it or not: its errors are to be shown. */
    void queueDefinition(FunctionSymbol symbol) {
        if (!symbol.isTemplate()
                && !symbol.isLibrary
                && symbol.implicit == FunctionSymbol.Implicit.NO
                && symbol.definition != null
                && symbol.definition.body() instanceof FunctionBody.Block
                && !symbol.isHostOnly()) {
            queue(symbol, symbol.span());
        }
    }

    /** Analyses all bodies asked for so far, and those that they ask for. */
    void drain() {
        while (!a.queue.isEmpty()) {
            FunctionSymbol symbol = a.queue.removeFirst();
            ensureBody(symbol, symbol.firstUse);
        }
    }

    /** Functions used before their definition, which may come later. */
    private final List<FunctionSymbol> undefined = new ArrayList<>();

    /** Once all is declared: gives the functions without a body a last chance. */
    void finish() {
        List<FunctionSymbol> late = List.copyOf(undefined);
        undefined.clear();
        for (FunctionSymbol symbol : late) {
            queue(symbol, symbol.firstUse);
        }
        drain();
    }

    /** Analyses the body now; false when there is none or it is being analysed. */
    boolean ensureBody(FunctionSymbol symbol, SourceSpan span) {
        if (symbol.bodyDone) {
            return symbol.function.body() != null;
        }
        if (symbol.bodyInProgress) {
            return false;
        }
        symbol.bodyInProgress = true;
        symbol.firstUse = symbol.firstUse == null ? span : symbol.firstUse;
        FunctionSymbol before = current;
        try {
            a.unmuted(() -> {
                current = symbol;
                boolean instance = symbol.instanceOf != null || (symbol.owner != null && symbol.owner.template != null);
                if (instance && !symbol.isLambda) {
                    a.templates.instantiating(
                            "'" + symbol.display() + "', used here", symbol.firstUse, () -> analyse(symbol));
                } else {
                    analyse(symbol);
                }
            });
        } finally {
            current = before;
            symbol.bodyInProgress = false;
            symbol.bodyDone = symbol.definition != null || symbol.implicit != FunctionSymbol.Implicit.NO;
            if (!symbol.bodyDone) {
                symbol.bodyQueued = false;
                undefined.add(symbol);
            }
        }
        return symbol.function.body() != null;
    }

    private void analyse(FunctionSymbol symbol) {
        Function function = function(symbol);
        Declaration.Function definition = source(symbol);
        Body body = bodies.get(symbol);
        SourceSpan span = symbol.span();
        if (symbol.implicit != FunctionSymbol.Implicit.NO) {
            List<Statement> statements = new ArrayList<>();
            if (symbol.isConstructor()
                    && symbol.implicit != FunctionSymbol.Implicit.COPY_CONSTRUCTOR
                    && symbol.implicit != FunctionSymbol.Implicit.MOVE_CONSTRUCTOR) {
                memberInitialisers(symbol, List.of(), body, statements, span);
            } else {
                a.implicits.body(symbol, self(body, span), statements);
            }
            function.define(new Statement.Block(span, statements));
            return;
        }
        if (!(definition.body() instanceof FunctionBody.Block block)) {
            if (definition.body() instanceof FunctionBody.SkippedHostCode) {
                a.error(symbol.firstUse, "'" + symbol.display() + "' has host code in it, which a kernel cannot call");
            }
            return;
        }
        if (!FunctionSymbol.same(definition, body.parametersOf())) {
            body = renamed(symbol, body, definition);
        }
        List<Statement> statements = new ArrayList<>();
        if (symbol.isConstructor()) {
            memberInitialisers(
                    symbol,
                    block.initialisers(),
                    body,
                    statements,
                    definition.name().span());
        }
        body(symbol, body, block.block(), statements);
    }

    /** The function was used before its definition, which may give its parameters other names. */
    private Body renamed(FunctionSymbol symbol, Body body, Declaration.Function definition) {
        Scope scope = Scope.ofFunction(sourceScope(symbol), body.context());
        List<Variable> own = symbol.function.parameters();
        int next = symbol.hasThis() ? 1 : 0;
        for (TypeSyntax.Parameter parameter : definition.type().parameters()) {
            int count = parameter.pack()
                    ? a.templates.expandParameter(parameter, scope).size()
                    : 1;
            List<Symbol> symbols = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                symbols.add(new Symbol.VariableName(own.get(next++), body.context()));
            }
            if (parameter.name() != null) {
                scope.put(parameter.name().text(), parameter.pack() ? new Symbol.Pack(symbols) : symbols.getFirst());
            }
        }
        return new Body(scope, body.context(), definition);
    }

    private void body(
            FunctionSymbol symbol,
            Body body,
            io.xianka.compiler.syntax.Statement.Compound block,
            List<Statement> statements) {
        Scope scope = body.scope().withBody(block.statements());
        if (symbol.isDestructor()) {
            Place self = self(body, block.span());
            a.implicits.parts(symbol.owner, self, block.span()).forEach(part -> a.lifetimes.live(scope, part));
        }
        if (!symbol.has(Specifier.GLOBAL)) {
            for (Variable parameter : symbol.function.parameters()) {
                a.lifetimes.live(scope, new Place.OfVariable(parameter.span(), parameter));
            }
        }
        a.statements.into(block.statements(), scope, statements);
        a.lifetimes.end(scope, block.span(), statements);
        FunctionContext context = body.context();
        for (Map.Entry<String, FunctionContext.LabelUse> label : context.labels.entrySet()) {
            if (!label.getValue().defined) {
                a.error(label.getValue().firstUse, "label '" + label.getKey() + "' is not defined");
            }
        }
        if (symbol.type.result() == null) {
            Type result = context.result == null ? Types.VOID : context.result;
            symbol.type = new Type.Function(result, symbol.type.parameters(), symbol.type.variadic());
            symbol.function.deduced(symbol.type);
        }
        symbol.function.define(new Statement.Block(block.span(), statements));
    }

    private static Place self(Body body, SourceSpan span) {
        return new Place.Dereference(span, Terms.load(new Place.OfVariable(span, body.context().thisVariable)));
    }

    // ---- constructors

    private void memberInitialisers(
            FunctionSymbol symbol,
            List<FunctionBody.MemberInitialiser> written,
            Body body,
            List<Statement> statements,
            SourceSpan span) {
        ClassInfo info = symbol.owner;
        Place self = self(body, span);
        IdentityHashMap<Object, FunctionBody.MemberInitialiser> byTarget = new IdentityHashMap<>();
        for (FunctionBody.MemberInitialiser one : written) {
            Object target = target(one, info, body.scope());
            if (target == info) {
                Value value = a.lifetimes.whole(() -> a.initialisers.initial(info.type, one.value(), body.scope(), ""));
                if (value != null) {
                    statements.add(new Statement.Initialise(one.span(), self, value));
                }
                return;
            }
            if (target != null && byTarget.put(target, one) != null) {
                a.error(one.span(), "'" + one.target() + "' is initialised twice");
            }
        }
        for (RecordType.Base base : info.type.bases()) {
            Place place = new Place.BaseOf(span, self, base, base.type());
            FunctionBody.MemberInitialiser one = byTarget.get(base.type());
            Value value = a.lifetimes.whole(() -> one == null
                    ? symbol.inherited != null && symbol.inherited.owner.type == base.type()
                            ? forwarded(symbol, base.type(), span)
                            : a.initialisers.byDefault(base.type(), span)
                    : a.initialisers.initial(base.type(), one.value(), body.scope(), ""));
            if (value != null) {
                statements.add(new Statement.Initialise(one == null ? span : one.span(), place, value));
            }
        }
        for (RecordType.Field field : info.type.fields()) {
            Place place = new Place.Member(span, self, field, field.type());
            FunctionBody.MemberInitialiser one = byTarget.get(field);
            io.xianka.compiler.syntax.Initialiser own = info.fieldInitialisers.get(field.index());
            String where = "in the initialisation of member '" + field.name() + "'";
            Value value;
            if (one != null) {
                value = a.lifetimes.whole(() -> a.initialisers.initial(field.type(), one.value(), body.scope(), where));
            } else if (own != null) {
                Scope scope = Scope.ofFunction(info.scope, body.context());
                value = a.lifetimes.whole(() -> a.initialisers.initial(field.type(), own, scope, where));
            } else if (info.type.isUnion()) {
                continue;
            } else {
                value = a.initialisers.byDefault(field.type(), span);
                if (value == null && field.type().isReference()) {
                    a.error(span, "reference member '" + field.name() + "' is not initialised");
                }
            }
            if (value != null) {
                statements.add(new Statement.Initialise(one == null ? span : one.span(), place, value));
            }
        }
    }

    /** The base of an object whose constructor is inherited: made of the parameters as they came. */
    private Value forwarded(FunctionSymbol symbol, RecordType base, SourceSpan span) {
        List<Operand> operands = new ArrayList<>();
        List<Variable> parameters = symbol.function.parameters();
        for (Variable parameter : parameters.subList(1, parameters.size())) {
            Place place = Expressions.referred(new Place.OfVariable(span, parameter));
            boolean lvalue = parameter.type() instanceof Type.Reference r && !r.rvalue();
            operands.add(new Operand.Typed(lvalue ? place : Expressions.moved(place)));
        }
        return a.calls.construct(symbol.inherited, operands, span, base);
    }

    /** The class itself, a base's type or a field; null after an error. */
    private Object target(FunctionBody.MemberInitialiser one, ClassInfo info, Scope scope) {
        if (one.pack()) {
            a.unsupported(one.span(), "pack expansions of base class initialisers");
            return null;
        }
        if (one.target().unqualified() && one.target().last() instanceof NamePart.Identifier id) {
            Symbol symbol = info.scope.get(id.text());
            if (symbol instanceof Symbol.FieldName f) {
                return f.path().getLast();
            }
            if (symbol instanceof Symbol.Broken) {
                return null;
            }
        }
        Symbol symbol = a.lookup.resolve(one.target(), scope);
        Type type = a.types.typeOf(symbol, one.target().last(), scope);
        if (type != null && type.isErroneous()) {
            return null;
        }
        if (type != null && type.unqualified() == info.type) {
            return info;
        }
        for (RecordType.Base base : info.type.bases()) {
            if (type != null && base.type() == type.unqualified()) {
                return base.type();
            }
        }
        a.error(
                one.target().span(),
                "'" + one.target() + "' is neither a member nor a base of '" + info.type.name() + "'");
        return null;
    }
}
