package io.xianka.compiler.semantics;

import io.xianka.compiler.source.Diagnostic;
import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.syntax.Declaration;
import io.xianka.compiler.syntax.Name;
import io.xianka.compiler.syntax.NamePart;
import io.xianka.compiler.syntax.Specifier;
import io.xianka.compiler.syntax.TypeSyntax;
import io.xianka.compiler.typed.EnumType;
import io.xianka.compiler.typed.RecordType;
import io.xianka.compiler.typed.Term;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Type.Scalar;
import io.xianka.compiler.typed.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/** Declares names: at namespace scope, in classes and, all but local variables, in blocks. */
final class Declarations {
    private final Analysis a;
    private boolean externC;
    private boolean unbracedLinkage;
    private int unnamed;

    Declarations(Analysis analysis) {
        a = analysis;
    }

    void declare(Declaration declaration, Scope scope) {
        HostCode.Trial trial = a.host.begin(declaration, scope);
        try {
            declareNow(declaration, scope);
        } finally {
            a.host.end(trial, declaration, scope);
        }
    }

    private void declareNow(Declaration declaration, Scope scope) {
        switch (declaration) {
            case Declaration.Namespace namespace -> namespace(namespace, scope);
            case Declaration.NamespaceAlias alias -> {
                Symbol target = a.lookup.resolve(alias.target(), scope);
                if (target instanceof Symbol.NamespaceName || target instanceof Symbol.Broken) {
                    scope.put(alias.name().text(), target);
                } else {
                    a.error(alias.target().span(), "'" + alias.target() + "' is not a namespace");
                }
            }
            case Declaration.UsingDirective using -> using(using, scope);
            case Declaration.UsingDeclaration using -> using(using, scope);
            case Declaration.Alias alias -> alias(alias, scope);
            case Declaration.EnumDeclaration e -> enumeration(e, scope);
            case Declaration.ClassDeclaration c -> classDeclaration(c, scope);
            case Declaration.AnonymousMembers anonymous ->
                a.unsupported(anonymous.span(), "anonymous unions outside classes");
            case Declaration.Field field ->
                throw new AssertionError(field.span().toString());
            case Declaration.Friend friend -> friend(friend, scope);
            case Declaration.FriendType friend -> {
                if (scope.owner != null && friend.type() instanceof TypeSyntax.Named named) {
                    scope.owner.friends.add(named.name().last().text());
                }
            }
            case Declaration.Function function -> function(function, scope, null);
            case Declaration.DeductionGuide guide -> guide(guide, guide, scope);
            case Declaration.Variable variable ->
                a.statics.declare(variable, scope, externC, unbracedLinkage && externC);
            case Declaration.StructuredBinding binding ->
                a.error(binding.span(), "a structured binding stands only in a function");
            case Declaration.Template template -> template(template, scope);
            case Declaration.ExplicitInstantiation instantiation -> instantiation(instantiation, scope);
            case Declaration.Linkage linkage -> linkage(linkage, scope);
            case Declaration.StaticAssert check -> staticAssert(check, scope);
            case Declaration.Asm asm -> a.unsupported(asm.span(), "asm outside functions");
            case Declaration.Empty empty -> {}
            case Declaration.Malformed malformed -> {
                if (malformed.cause() != null) {
                    a.host.leaveOut(malformed, scope);
                } else if (malformed.name() != null
                        && scope.get(malformed.name().text()) == null) {
                    scope.put(malformed.name().text(), new Symbol.Broken(malformed.span()));
                }
            }
        }
    }

    private void namespace(Declaration.Namespace namespace, Scope scope) {
        Scope inner = scope;
        if (namespace.names().isEmpty()) {
            Symbol known = scope.get("(unnamed)");
            if (known instanceof Symbol.NamespaceName n) {
                inner = n.scope();
            } else {
                inner = Scope.namespace(scope, "");
                scope.put("(unnamed)", new Symbol.NamespaceName(inner));
                scope.used().add(inner);
            }
        }
        for (NamePart.Identifier name : namespace.names()) {
            Symbol known = inner.get(name.text());
            if (known instanceof Symbol.NamespaceName n) {
                inner = n.scope();
            } else {
                if (known != null && !(known instanceof Symbol.Broken)) {
                    a.error(
                            name.span(),
                            "'" + name.text() + "' is declared already, as something other than a namespace");
                }
                Scope fresh = Scope.namespace(inner, name.text());
                inner.put(name.text(), new Symbol.NamespaceName(fresh));
                if (namespace.inline()) {
                    inner.used().add(fresh);
                }
                if (inner == a.global
                        && a.lookup.own(a.library, name.text()) instanceof Symbol.NamespaceName librarys) {
                    fresh.used().add(librarys.scope());
                }
                inner = fresh;
            }
        }
        for (Declaration declaration : namespace.declarations()) {
            declare(declaration, inner);
        }
    }

    private void using(Declaration.UsingDirective using, Scope scope) {
        Name name = using.namespace();
        Symbol target = a.lookup.find(name, scope);
        if (target == null && name.unqualified() && name.last().text().equals("std")) {
            return;
        }
        if (target instanceof Symbol.NamespaceName n) {
            if (!scope.used().contains(n.scope())) {
                scope.used().add(n.scope());
            }
        } else if (target == null) {
            a.lookup.undeclared(name, scope);
        } else if (!(target instanceof Symbol.Broken)) {
            a.error(name.span(), "'" + name + "' is not a namespace");
        }
    }

    private void using(Declaration.UsingDeclaration using, Scope scope) {
        if (using.pack()) {
            for (Scope one : a.templates.expansions(TreeNames.in(using.name()), scope, using.span())) {
                using(using, one, scope);
            }
        } else {
            using(using, scope, scope);
        }
    }

    private void using(Declaration.UsingDeclaration using, Scope from, Scope scope) {
        String last = using.name().last().text();
        Symbol target = a.lookup.resolve(using.name(), from);
        if (scope.owner != null) {
            ClassInfo base = target instanceof Symbol.Injected injected
                    ? injected.instance()
                    : target instanceof Symbol.TypeName t && t.type() instanceof RecordType record
                            ? a.info(record)
                            : null;
            if (base != null && scope.owner.bases.contains(base) && last.equals(base.simpleName())) {
                scope.owner.inheritsConstructorsOf.add(base);
                return;
            }
        }
        Symbol there = scope.get(last);
        if (there instanceof Symbol.Functions mine && target instanceof Symbol.Functions more) {
            Symbol.Functions both = new Symbol.Functions(mine.all);
            more.all.forEach(both::add);
            scope.put(last, both);
        } else if (target instanceof Symbol.Functions functions) {
            scope.put(last, new Symbol.Functions(functions.all));
        } else {
            scope.put(last, target);
        }
    }

    private void alias(Declaration.Alias alias, Scope scope) {
        String name = alias.name().text();
        Type type = a.types.read(alias.type(), scope);
        if (type instanceof EnumType || type.unqualified() instanceof RecordType) {
            Symbol there = scope.get(name);
            if (there instanceof Symbol.TypeName t && t.type().equals(type)) {
                return;
            }
        }
        Symbol there = scope.get(name);
        if (there != null
                && !(there instanceof Symbol.Broken)
                && !(there instanceof Symbol.TypeName t && (t.type().equals(type) || type.isErroneous()))) {
            if (there instanceof Symbol.TypeName t && !t.type().isErroneous()) {
                a.error(
                        alias.name().span(),
                        "'" + name + "' is declared already, as '" + t.type().spelling() + "'");
                return;
            }
            if (!(there instanceof Symbol.TypeName)) {
                a.error(alias.name().span(), "'" + name + "' is declared already, as something other than a type");
                return;
            }
        }
        scope.put(name, new Symbol.TypeName(type));
    }

    // ---- enums

    private void enumeration(Declaration.EnumDeclaration declaration, Scope scope) {
        String name =
                declaration.name() == null ? "" : declaration.name().last().text();
        EnumType type = null;
        Scope names;
        if (!name.isEmpty() && scope.get(name) instanceof Symbol.TypeName t && t.type() instanceof EnumType known) {
            type = known;
        }
        Scalar underlying = declaration.scoped() ? Scalar.INT : null;
        if (declaration.underlying() != null) {
            Type written = a.types.read(declaration.underlying(), scope).unqualified();
            if (written.isInteger()) {
                underlying = (Scalar) written;
            } else if (!written.isErroneous()) {
                a.error(declaration.underlying().span(), "the type of an enum is an integer type");
            }
        }
        if (type == null) {
            String shown = scope.prefix() + (name.isEmpty() ? "(unnamed enum)" : name);
            type = new EnumType(shown, declaration.scoped(), underlying == null ? Scalar.INT : underlying);
            names = Scope.namespace(scope, name.isEmpty() ? "(unnamed enum)" : name);
            a.types.register(type, names);
            a.types.define(declaration, scope, type);
            if (!name.isEmpty()) {
                putType(scope, name, type, declaration.name().span());
            }
        } else {
            names = a.types.enumScope(type);
            a.types.define(declaration, scope, type);
        }
        if (declaration.enumerators() == null) {
            return;
        }
        long next = 0;
        long lowest = 0;
        long highest = 0;
        boolean huge = false;
        EnumType own = type;
        for (Declaration.Enumerator enumerator : declaration.enumerators()) {
            long value = next;
            if (enumerator.value() != null) {
                Term term =
                        a.expressions.term(enumerator.value(), Scope.template(declaration.scoped() ? names : scope));
                Long constant = Terms.isErroneous(term) ? null : a.evaluator.integer(term);
                if (constant == null) {
                    if (!Terms.isErroneous(term)) {
                        a.error(enumerator.value().span(), "the value of an enumerator must be an integer constant");
                    }
                    names.put(enumerator.name().text(), new Symbol.Broken(enumerator.span()));
                    scope.put(enumerator.name().text(), new Symbol.Broken(enumerator.span()));
                    continue;
                }
                value = constant;
                huge |= value < 0
                        && !Types.scalar(term.type()).signed()
                        && term.type().bytes() == 8;
            }
            lowest = Math.min(lowest, value);
            highest = Math.max(highest, value);
            next = value + 1;
            if (underlying == null) {
                own.settle(fitting(lowest, highest, huge));
            } else if (Types.wrap(value, underlying) != value && !(value < 0 && underlying.bytes() == 8)) {
                a.error(
                        enumerator.span(),
                        "value " + value + " does not fit '" + underlying.spelling() + "', the type of the enum");
            }
            Value constant = new Value.IntegerConstant(enumerator.name().span(), Types.wrap(value, own), own);
            Symbol symbol = new Symbol.Constant(constant);
            names.put(enumerator.name().text(), symbol);
            if (!declaration.scoped()) {
                Symbol there = scope.get(enumerator.name().text());
                if (there != null && !(there instanceof Symbol.Broken)) {
                    a.error(enumerator.name().span(), "'" + enumerator.name().text() + "' is declared already");
                }
                scope.put(enumerator.name().text(), symbol);
            }
        }
    }

    private static Scalar fitting(long lowest, long highest, boolean huge) {
        if (huge) {
            return Scalar.UNSIGNED_LONG;
        }
        if (lowest < 0) {
            return lowest >= Integer.MIN_VALUE && highest <= Integer.MAX_VALUE ? Scalar.INT : Scalar.LONG;
        }
        // Such an enum promotes to int where int holds all its values, whatever type holds it in memory.
        return highest <= Integer.MAX_VALUE
                ? Scalar.INT
                : highest <= 0xffff_ffffL ? Scalar.UNSIGNED_INT : Scalar.UNSIGNED_LONG;
    }

    private void putType(Scope scope, String name, Type type, SourceSpan span) {
        Symbol there = scope.get(name);
        if (there instanceof Symbol.Functions || there instanceof Symbol.VariableName) {
            scope.putTag(name, new Symbol.TypeName(type));
            return;
        }
        if (there instanceof Symbol.TypeName t
                && !t.type().equals(type)
                && !t.type().isErroneous()) {
            a.error(span, "'" + name + "' is declared already");
        }
        scope.put(name, new Symbol.TypeName(type));
    }

    // ---- classes

    private void classDeclaration(Declaration.ClassDeclaration declaration, Scope scope) {
        if (declaration.name() == null) {
            unnamedClass(declaration, scope);
            return;
        }
        Name name = declaration.name();
        String last = name.last().text();
        Scope home = scope;
        if (!name.unqualified()) {
            home = a.lookup.qualifier(name, scope);
            if (home == null) {
                return;
            }
        }
        ClassInfo info = null;
        Symbol there = home.get(last) instanceof Symbol.TypeName t ? t : home.tag(last);
        if (there instanceof Symbol.TypeName t && t.type() instanceof RecordType known) {
            info = a.info(known);
        }
        if (info != null && info.scope.parent != home && home.kind != Scope.Kind.TEMPLATE) {
            info = null;
        }
        if (info == null) {
            RecordType type = new RecordType(home.prefix() + last, declaration.tag() == TypeSyntax.Tag.UNION);
            info = new ClassInfo(type, home, last, name.last().span());
            a.register(info);
            putType(home, last, type, name.last().span());
            info.scope.put(last, new Symbol.TypeName(type));
        }
        a.types.define(declaration, scope, info.type);
        if (!declaration.isDefinition()) {
            return;
        }
        if (info.definition != null) {
            a.error(
                    name.span(),
                    "class '" + last + "' is defined twice",
                    new Diagnostic.Note(info.definition.name().span(), "the first definition is here"));
            return;
        }
        info.definition = declaration;
        a.classes.complete(info.type, name.span());
    }

    /** A class without a name, or a closure's; complete after the call. */
    RecordType unnamedClass(Declaration.ClassDeclaration declaration, Scope scope) {
        String shown =
                scope.prefix() + "(unnamed " + (declaration.tag() == TypeSyntax.Tag.UNION ? "union" : "struct") + ")";
        RecordType type = new RecordType(shown, declaration.tag() == TypeSyntax.Tag.UNION);
        ClassInfo info = new ClassInfo(type, scope, "$" + unnamed++, declaration.span());
        info.definition = declaration;
        a.register(info);
        a.types.define(declaration, scope, type);
        a.classes.complete(type, declaration.span());
        return type;
    }

    /** What {@code struct S} means: S if it is declared, else a new class declared here; null when S is found plainly. */
    Symbol tagged(TypeSyntax.Named named, Scope scope) {
        Name name = named.name();
        if (!name.unqualified() || !(name.last() instanceof NamePart.Identifier id)) {
            return null;
        }
        for (Scope s = scope; s != null; s = s.parent) {
            Symbol tag = s.tag(id.text());
            if (tag != null) {
                return tag;
            }
            Symbol own = a.lookup.own(s, id.text());
            if (own instanceof Symbol.TypeName
                    || own instanceof Symbol.Injected
                    || own instanceof Symbol.ClassTemplate) {
                return own;
            }
        }
        if (named.tag() == TypeSyntax.Tag.ENUM) {
            a.error(name.span(), "enum '" + id.text() + "' is not declared");
            return new Symbol.Broken(name.span());
        }
        Scope home = scope.enclosingNamespace();
        RecordType type = new RecordType(home.prefix() + id.text(), named.tag() == TypeSyntax.Tag.UNION);
        ClassInfo info = new ClassInfo(type, home, id.text(), name.span());
        a.register(info);
        putType(home, id.text(), type, name.span());
        info.scope.put(id.text(), new Symbol.TypeName(type));
        return new Symbol.TypeName(type);
    }

    private void friend(Declaration.Friend friend, Scope scope) {
        Declaration declaration = friend.declaration();
        Declaration.Template template = null;
        if (declaration instanceof Declaration.Template t) {
            template = t;
            declaration = t.declaration();
        }
        if (scope.owner != null && declaration instanceof Declaration.ClassDeclaration c && c.name() != null) {
            scope.owner.friends.add(c.name().last().text());
        }
        if (scope.owner != null && declaration instanceof Declaration.Function function) {
            scope.owner.friends.add(function.name().last().text());
        }
        if (declaration instanceof Declaration.Function function
                && function.name().unqualified()) {
            function(function, scope, template, scope.enclosingNamespace());
        }
    }

    // ---- functions

    private void function(Declaration.Function function, Scope scope, Declaration.Template template) {
        Name name = function.name();
        if (name.unqualified()) {
            function(function, scope, template, scope.kind == Scope.Kind.BLOCK ? scope.enclosingNamespace() : scope);
            return;
        }
        Scope home = a.lookup.qualifier(name, scope);
        if (home != null) {
            defineOutside(function, home, template);
        }
    }

    private void function(Declaration.Function function, Scope scope, Declaration.Template template, Scope home) {
        if (!a.functionNames.check(function, null)) {
            return;
        }
        FunctionSymbol symbol = new FunctionSymbol(function.name().last().text(), scope, null, function, template);
        symbol.externC = externC;
        symbol.isLibrary = a.isLibrary(home);
        if (template == null) {
            a.functions.readSignature(symbol);
            a.functionNames.checkTypes(symbol);
        }
        FunctionSymbol kept = a.functions.add(home, symbol);
        if (kept.has(Specifier.GLOBAL)) {
            if (template == null) {
                kernel(kept);
            } else {
                a.kernelTemplates.add(kept);
            }
        }
        if (FunctionSymbol.same(kept.definition, function)) {
            a.functions.queueDefinition(kept);
        }
    }

    /** A kernel that is defined: checked and kept. */
    void kernel(FunctionSymbol symbol) {
        if (symbol.definition == null || a.kernels.contains(symbol)) {
            return;
        }
        a.kernels.add(symbol);
        Type result = symbol.type.result();
        if (result == null || (!result.isVoid() && !result.isErroneous())) {
            a.error(symbol.definition.type().result().span(), "a __global__ function returns void");
        }
        for (int i = 0; i < symbol.type.parameters().size(); i++) {
            Type type = symbol.type.parameters().get(i);
            if (type.isReference()) {
                a.error(
                        symbol.definition.type().parameters().get(i).span(),
                        "a kernel takes no references: '" + type.spelling() + "' would point into the host's memory");
            } else if (type instanceof RecordType record && !a.classes.complete(record, symbol.span())) {
                a.undefined(
                        record,
                        symbol.definition.type().parameters().get(i).span(),
                        "'" + record.name() + "' is declared but not defined");
            }
        }
        if (symbol.type.variadic()) {
            a.error(symbol.span(), "a kernel takes no variable arguments");
        }
    }

    /** Functions of a class or namespace among which one of that name would be. */
    private static List<FunctionSymbol> declaredIn(Scope home, Declaration.Function function) {
        String name = function.name().last().text();
        if (home.owner != null) {
            boolean constructor =
                    function.kind() == Declaration.FunctionKind.CONSTRUCTOR || name.equals(home.owner.simpleName());
            if (constructor) {
                return home.owner.constructors;
            }
            if (function.kind() == Declaration.FunctionKind.CONVERSION) {
                return home.owner.conversions;
            }
            if (function.kind() == Declaration.FunctionKind.DESTRUCTOR) {
                return home.owner.destructor == null ? List.of() : List.of(home.owner.destructor);
            }
        }
        return home.get(name) instanceof Symbol.Functions f ? f.all : List.of();
    }

    private void defineOutside(Declaration.Function function, Scope home, Declaration.Template template) {
        if (!a.functionNames.check(function, home.owner)) {
            return;
        }
        String name = function.name().last().text();
        FunctionSymbol symbol = new FunctionSymbol(name, home, home.owner, function, template);
        symbol.isLibrary = a.isLibrary(home);
        if (template == null) {
            a.functions.readSignature(symbol);
        }
        List<FunctionSymbol> declared = declaredIn(home, function);
        for (FunctionSymbol candidate : declared) {
            if (a.functions.same(candidate, symbol)) {
                if (candidate.definition != null) {
                    a.error(function.name().span(), "function '" + candidate.display() + "' is defined twice");
                    return;
                }
                a.functions.define(candidate, function, home, template);
                if (template == null && candidate.has(Specifier.GLOBAL)) {
                    kernel(candidate);
                }
                a.functions.queueDefinition(candidate);
                return;
            }
        }
        Diagnostic.Note[] notes = declared.stream()
                .map(f -> new Diagnostic.Note(f.span(), "candidate: " + f.signature()))
                .toArray(Diagnostic.Note[]::new);
        a.unknown(
                function.name().span(), "'" + home.prefix() + name + "' is not declared with these parameters", notes);
    }

    // ---- templates

    private void template(Declaration.Template template, Scope scope) {
        if (template.parameters().isEmpty()) {
            specialisation(template, scope);
            return;
        }
        switch (template.declaration()) {
            case Declaration.Function function -> {
                if (function.name().unqualified()) {
                    function(function, scope, template);
                } else if (!outsideMember(template, function.name(), scope)) {
                    function(function, scope, template);
                }
            }
            case Declaration.ClassDeclaration c -> classTemplate(template, c, scope);
            case Declaration.Alias alias -> scope.put(alias.name().text(), new Symbol.AliasTemplate(scope, template));
            case Declaration.Variable variable -> {
                if (outsideMember(template, variable.name(), scope)) {
                    return;
                }
                String name = variable.name().last().text();
                if (!(variable.name().last() instanceof NamePart.TemplateId)) {
                    scope.put(name, new Symbol.VariableTemplate(scope, template, new ArrayList<>(0), new HashMap<>()));
                } else if (scope.get(name) instanceof Symbol.VariableTemplate primary) {
                    primary.partial().add(template);
                } else {
                    a.error(variable.name().span(), "'" + name + "' is no variable template to specialise");
                }
            }
            case Declaration.Template inner -> {
                if (inner.declaration() instanceof Declaration.Function function) {
                    outsideMember(template, function.name(), scope);
                }
            }
            case Declaration.DeductionGuide guide -> guide(template, guide, scope);
            case Declaration.Friend friend -> friend(friend, scope);
            case Declaration.Malformed malformed -> declare(malformed, scope);
            default -> a.error(template.span(), "this cannot be a template");
        }
    }

    /** A member of a class template defined outside it: kept until an instance wants it. */
    private boolean outsideMember(Declaration.Template template, Name name, Scope scope) {
        if (name.qualifiers().isEmpty()) {
            return false;
        }
        Symbol symbol = null;
        Scope s = scope;
        for (NamePart part : name.qualifiers()) {
            symbol = symbol instanceof Symbol.NamespaceName n
                    ? a.lookup.in(n.scope(), part.text())
                    : symbol == null ? a.lookup.unqualified(part.text(), s) : null;
            if (symbol instanceof Symbol.ClassTemplate classTemplate) {
                classTemplate
                        .outsideMembers
                        .computeIfAbsent(name.last().text(), k -> new ArrayList<>())
                        .add(template);
                return true;
            }
        }
        return false;
    }

    private void classTemplate(Declaration.Template template, Declaration.ClassDeclaration c, Scope scope) {
        String name = c.name().last().text();
        Symbol there = scope.get(name);
        if (c.name().last() instanceof NamePart.TemplateId) {
            if (there instanceof Symbol.ClassTemplate primary) {
                primary.partial.add(template);
            } else {
                a.unknown(c.name().span(), "'" + name + "' is no class template to specialise");
            }
            return;
        }
        if (there instanceof Symbol.ClassTemplate known) {
            Declaration.ClassDeclaration before = (Declaration.ClassDeclaration) known.primary.declaration();
            if (c.isDefinition() && before.isDefinition()) {
                a.error(
                        c.name().span(),
                        "class template '" + name + "' is defined twice",
                        new Diagnostic.Note(before.name().span(), "the first definition is here"));
            } else if (c.isDefinition()) {
                known.primary = template;
            }
            return;
        }
        if (there != null && !(there instanceof Symbol.Broken)) {
            a.error(c.name().span(), "'" + name + "' is declared already");
            return;
        }
        scope.put(name, new Symbol.ClassTemplate(name, scope, template));
    }

    private void guide(Declaration whole, Declaration.DeductionGuide guide, Scope scope) {
        if (a.lookup.find(guide.name(), scope) instanceof Symbol.ClassTemplate template) {
            template.guides.add(whole);
        } else {
            a.error(guide.name().span(), "'" + guide.name() + "' is no class template, so nothing is to be deduced");
        }
    }

    private void specialisation(Declaration.Template template, Scope scope) {
        switch (template.declaration()) {
            case Declaration.ClassDeclaration c -> {
                Symbol there = c.name() == null ? null : a.lookup.find(c.name(), scope);
                if (there instanceof Symbol.ClassTemplate primary
                        && c.name().last() instanceof NamePart.TemplateId id) {
                    List<Symbol> arguments = a.templates.specialisation(
                            primary.primary.parameters(), id.arguments(), scope, c.span(), primary.name);
                    if (arguments != null) {
                        List<Object> key = Templates.key(arguments);
                        primary.explicit.put(key, c);
                        ClassInfo early = primary.instances.get(key);
                        if (early != null && !early.type.isComplete()) {
                            early.definition = c.isDefinition() ? c : null;
                        } else if (early != null) {
                            a.error(
                                    c.span(),
                                    "the specialisation comes after the first use of '" + early.type.name() + "'");
                        }
                    }
                } else {
                    a.unknown(c.span(), "there is no class template to specialise");
                }
            }
            case Declaration.Function function -> functionSpecialisation(function, scope);
            case Declaration.Template inner -> a.unsupported(inner.span(), "specialised members of class templates");
            case Declaration.Variable variable -> {
                Symbol there = a.lookup.find(variable.name(), scope);
                if (there instanceof Symbol.VariableTemplate primary
                        && variable.name().last() instanceof NamePart.TemplateId id) {
                    List<Symbol> arguments = a.templates.specialisation(
                            primary.declaration().parameters(), id.arguments(), scope, variable.span(), id.text());
                    Scope own = Scope.template(scope);
                    if (arguments != null) {
                        a.statics.declare(variable, own, scope, false, false);
                        if (own.get(id.text()) instanceof Symbol.VariableName v) {
                            primary.instances().put(Templates.key(arguments), v);
                        }
                    }
                } else {
                    a.unknown(variable.span(), "there is no variable template to specialise");
                }
            }
            default -> a.unsupported(template.span(), "this explicit specialisation");
        }
    }

    /** {@code template <> int Table<float>::size() {...}}: the member of one instance, defined apart. */
    private void memberSpecialisation(Declaration.Function function, Scope home) {
        FunctionSymbol special = new FunctionSymbol(function.name().last().text(), home, home.owner, function, null);
        a.functions.readSignature(special);
        for (FunctionSymbol candidate : declaredIn(home, function)) {
            if (a.functions.same(candidate, special)) {
                if (candidate.bodyDone || (candidate.isSpecialised && candidate.definition != null)) {
                    a.error(
                            function.name().span(),
                            candidate.isSpecialised
                                    ? "function '" + candidate.display() + "' is defined twice"
                                    : "the specialisation comes after the first use of '" + candidate.display() + "'");
                    return;
                }
                candidate.isSpecialised = true;
                candidate.definition = null;
                if (function.isDefinition()) {
                    a.functions.define(candidate, function, home, null);
                    a.functions.queueDefinition(candidate);
                }
                return;
            }
        }
        a.error(function.span(), "no member function '" + function.name() + "' fits this specialisation");
    }

    private void functionSpecialisation(Declaration.Function function, Scope scope) {
        if (!function.name().unqualified()) {
            Scope home = a.lookup.qualifier(function.name(), scope);
            if (home == null) {
                return;
            }
            if (home.owner != null && home.owner.template != null) {
                memberSpecialisation(function, home);
                return;
            }
        }
        Symbol there = a.lookup.find(function.name(), scope);
        if (!(there instanceof Symbol.Functions functions)) {
            a.unknown(function.span(), "there is no function template to specialise");
            return;
        }
        Scope home = function.name().unqualified() ? scope : a.lookup.qualifier(function.name(), scope);
        FunctionSymbol special = new FunctionSymbol(function.name().last().text(), home, null, function, null);
        a.functions.readSignature(special);
        List<io.xianka.compiler.syntax.TemplateArgument> explicit =
                function.name().last() instanceof NamePart.TemplateId id ? id.arguments() : null;
        for (FunctionSymbol candidate : functions.all) {
            if (candidate.isTemplate()) {
                FunctionSymbol instance =
                        a.templates.deduceForAddress(candidate, explicit, scope, special.type, function.span());
                if (instance != null) {
                    special.arguments = instance.arguments;
                    special.instanceOf = candidate;
                    List<Object> key = Templates.key(instance.arguments);
                    candidate.explicit.put(key, special);
                    candidate.instances.remove(key);
                    if (special.has(Specifier.GLOBAL)) {
                        kernel(special);
                    }
                    a.functions.queueDefinition(special);
                    return;
                }
            }
        }
        a.unknown(function.span(), "no function template '" + function.name() + "' fits this specialisation");
    }

    private void instantiation(Declaration.ExplicitInstantiation instantiation, Scope scope) {
        switch (instantiation.declaration()) {
            case Declaration.ClassDeclaration c -> {
                Type type = a.types.typeOf(
                        a.lookup.resolve(c.name(), scope), c.name().last(), scope);
                if (type instanceof RecordType record) {
                    a.classes.complete(record, c.span());
                }
            }
            case Declaration.Function function -> {
                Symbol there = a.lookup.resolve(function.name(), scope);
                if (there instanceof Symbol.Functions functions) {
                    Type.Function wanted = a.types.function(function.type(), scope);
                    List<io.xianka.compiler.syntax.TemplateArgument> explicit =
                            function.name().last() instanceof NamePart.TemplateId id ? id.arguments() : null;
                    for (FunctionSymbol candidate : functions.all) {
                        FunctionSymbol instance = candidate.isTemplate()
                                ? a.templates.deduceForAddress(candidate, explicit, scope, wanted, function.span())
                                : null;
                        if (instance != null) {
                            if (instance.has(Specifier.GLOBAL) && !instantiation.isExtern()) {
                                a.kernelInstance(instance, function.span());
                            }
                            return;
                        }
                    }
                    a.unknown(function.span(), "no template '" + function.name() + "' fits this instantiation");
                }
            }
            default -> {}
        }
    }

    private void linkage(Declaration.Linkage linkage, Scope scope) {
        boolean before = externC;
        boolean unbraced = unbracedLinkage;
        externC = linkage.language().equals("C");
        unbracedLinkage = !linkage.braced();
        for (Declaration declaration : linkage.declarations()) {
            declare(declaration, scope);
        }
        externC = before;
        unbracedLinkage = unbraced;
    }

    void staticAssert(Declaration.StaticAssert check, Scope scope) {
        Term term = a.expressions.term(check.condition(), scope);
        if (Terms.isErroneous(term)) {
            return;
        }
        Value condition = a.conversions.condition(term);
        if (Terms.isErroneous(condition)) {
            return;
        }
        Long value = a.evaluator.integer(condition);
        if (value == null) {
            a.error(check.condition().span(), "the condition of static_assert must be a constant" + a.evaluator.why());
        } else if (value == 0) {
            a.error(check.span(), "static assertion failed" + (check.message() == null ? "" : ": " + check.message()));
        }
    }
}
