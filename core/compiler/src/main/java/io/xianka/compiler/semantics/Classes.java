package io.xianka.compiler.semantics;

import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.syntax.Declaration;
import io.xianka.compiler.syntax.FunctionBody;
import io.xianka.compiler.syntax.Initialiser;
import io.xianka.compiler.syntax.Specifier;
import io.xianka.compiler.syntax.Specifiers;
import io.xianka.compiler.syntax.TypeSyntax;
import io.xianka.compiler.typed.RecordType;
import io.xianka.compiler.typed.Term;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Type.Array;
import io.xianka.compiler.typed.Type.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** Completes classes: bases, members, layout by the Itanium C++ ABI. */
final class Classes {
    private final Analysis a;

    Classes(Analysis analysis) {
        a = analysis;
    }

    /** Completes the class if its definition is known; true when it is complete then. */
    boolean complete(RecordType type, SourceSpan span) {
        if (type.isComplete()) {
            return true;
        }
        ClassInfo info = a.info(type);
        if (info.template != null && info.definition == null) {
            Declaration.ClassDeclaration late = (Declaration.ClassDeclaration) info.template.primary.declaration();
            info.definition = late.isDefinition() ? late : null;
        }
        if (info.definition == null || info.beingCompleted || info.broken) {
            return false;
        }
        if (info.template != null) {
            a.unmutedInTrial(() -> info.broken |= !a.templates.instantiating(
                    "class " + type.name() + (span == null ? "" : ", used here"),
                    span == null ? info.span : span,
                    () -> define(info)));
        } else {
            define(info);
        }
        return type.isComplete();
    }

    private void define(ClassInfo info) {
        info.beingCompleted = true;
        Declaration.ClassDeclaration definition = info.definition;
        Layout layout = new Layout(info, definition);
        int errors = a.host.errorCount();
        for (Declaration.Base base : definition.bases()) {
            addBase(info, layout, base);
        }
        for (Declaration.Member member : definition.members()) {
            member(info, layout, member);
        }
        if (a.host.errorCount() > errors) {
            // Part of it is unknown, so its size is, too.
            info.broken = true;
            info.leftOut = a.host.lastError();
            info.beingCompleted = false;
            return;
        }
        layout.finish();
        info.beingCompleted = false;
        settle(info);
        if (info.template == null && !info.isClosure) {
            for (Symbol symbol : namesOf(info)) {
                if (symbol instanceof Symbol.Functions functions) {
                    functions.all.forEach(a.functions::queueDefinition);
                }
            }
            info.constructors.forEach(a.functions::queueDefinition);
            info.conversions.forEach(a.functions::queueDefinition);
            if (info.destructor != null) {
                a.functions.queueDefinition(info.destructor);
            }
        }
    }

    private static List<Symbol> namesOf(ClassInfo info) {
        return info.scope.names().stream().sorted().map(info.scope::get).toList();
    }

    private void addBase(ClassInfo info, Layout layout, Declaration.Base base) {
        if (base.isVirtual()) {
            a.unsupported(base.span(), "virtual base classes");
            return;
        }
        List<Scope> scopes = base.pack()
                ? a.templates.expansions(TreeNames.in(base.type()), info.scope, base.span())
                : List.of(info.scope);
        for (Scope scope : scopes) {
            Type type = a.types.read(base.type(), scope).unqualified();
            if (type.isErroneous()) {
                continue;
            }
            if (!(type instanceof RecordType record)) {
                a.error(base.span(), "base '" + type.spelling() + "' is not a class");
                continue;
            }
            if (!complete(record, base.span())) {
                a.undefined(record, base.span(), "base class '" + record.name() + "' is declared but not defined");
                continue;
            }
            ClassInfo baseInfo = a.info(record);
            info.bases.add(baseInfo);
            layout.base(record);
        }
    }

    private void member(ClassInfo info, Layout layout, Declaration.Member member) {
        info.declaring = member.access();
        switch (member.declaration()) {
            case Declaration.Field field -> {
                if (member.access() != Declaration.Access.PUBLIC) {
                    info.hasPrivateFields = true;
                }
                field(info, layout, field);
            }
            case Declaration.AnonymousMembers anonymous -> anonymous(info, layout, anonymous);
            case Declaration.Function function -> memberFunction(info, function, null, function);
            case Declaration.Template template
            when template.declaration() instanceof Declaration.Function function ->
                memberFunction(info, function, template, template);
            case Declaration other -> a.declarations.declare(other, info.scope);
        }
    }

    private void memberFunction(
            ClassInfo info, Declaration.Function function, Declaration.Template template, Declaration whole) {
        if (function.specifiers().has(Specifier.VIRTUAL)) {
            a.unsupported(function.span(), "virtual functions");
            return;
        }
        HostCode.Trial trial = a.host.begin(whole, info.scope);
        try {
            memberFunction(info, function, template);
        } finally {
            a.host.end(trial, whole, info.scope);
        }
    }

    private void memberFunction(ClassInfo info, Declaration.Function function, Declaration.Template template) {
        if (!a.functionNames.check(function, info)) {
            return;
        }
        if (function.kind() == Declaration.FunctionKind.DESTRUCTOR) {
            destructor(info, function);
            return;
        }
        boolean constructor = function.kind() == Declaration.FunctionKind.CONSTRUCTOR;
        boolean defaulted = function.body() instanceof FunctionBody.Defaulted;
        if (constructor && defaulted) {
            if (function.type().parameters().isEmpty()) {
                info.implicitDefault = implicitDefault(info);
            }
            return;
        }
        if (defaulted) {
            return;
        }
        FunctionSymbol symbol = new FunctionSymbol(
                constructor ? info.type.name() : function.name().last().text(), info.scope, info, function, template);
        symbol.access = info.declaring;
        symbol.isLibrary = a.isLibrary(info.scope);
        if (template == null) {
            a.functions.readSignature(symbol);
            a.functionNames.checkTypes(symbol);
        }
        if (constructor) {
            info.hasUserConstructor = true;
            info.constructors.add(symbol);
            if (template == null
                    && symbol.type.parameters().size() >= 1
                    && symbol.required() <= 1
                    && symbol.type.parameters().getFirst() instanceof Reference first
                    && first.referent().unqualified() == info.type) {
                if (first.rvalue()) {
                    info.moveConstructor = symbol;
                } else {
                    info.copyConstructor = symbol;
                }
            }
            return;
        }
        if (function.kind() == Declaration.FunctionKind.CONVERSION) {
            info.conversions.add(symbol);
            return;
        }
        if (symbol.name.equals("operator=")
                && template == null
                && Types.referent(symbol.type.parameters().getFirst()).unqualified() == info.type) {
            info.hasUserAssignment = true;
        }
        a.functions.add(info.scope, symbol);
    }

    /** A destructor that does something on the device; one of the host alone is never run there. */
    private void destructor(ClassInfo info, Declaration.Function function) {
        boolean empty = function.body() instanceof FunctionBody.Block block
                && block.block().statements().isEmpty();
        boolean onDevice = function.specifiers().has(Specifier.DEVICE)
                || function.specifiers().has(Specifier.CONSTEXPR);
        if (empty || !onDevice || function.body() instanceof FunctionBody.Defaulted) {
            return;
        }
        FunctionSymbol symbol = new FunctionSymbol(function.name().last().text(), info.scope, info, function, null);
        symbol.isLibrary = a.isLibrary(info.scope);
        a.functions.readSignature(symbol);
        info.destructor = symbol;
    }

    private FunctionSymbol implicitDefault(ClassInfo info) {
        FunctionSymbol symbol = new FunctionSymbol(info.type.name(), info.scope, info, null, null);
        symbol.implicit = FunctionSymbol.Implicit.DEFAULT_CONSTRUCTOR;
        symbol.type = new Type.Function(Types.VOID, List.of(), false);
        return symbol;
    }

    private void inheritConstructors(ClassInfo info) {
        for (ClassInfo base : info.inheritsConstructorsOf) {
            for (FunctionSymbol constructor : base.constructors) {
                boolean plain = !constructor.isTemplate()
                        && (constructor.type.parameters().isEmpty()
                                || Types.sameUnqualified(
                                        Types.referent(
                                                constructor.type.parameters().getFirst()),
                                        base.type));
                boolean hidden = info.constructors.stream().anyMatch(own -> a.functions.same(own, constructor));
                if (plain || hidden || constructor.declaration == null) {
                    continue;
                }
                FunctionSymbol symbol = new FunctionSymbol(
                        info.type.name(), constructor.scope, info, constructor.declaration, constructor.template);
                symbol.implicit = FunctionSymbol.Implicit.INHERITED_CONSTRUCTOR;
                symbol.inherited = constructor;
                symbol.access = constructor.access;
                symbol.type = constructor.type;
                symbol.defaults = constructor.defaults;
                symbol.defaultsScope = constructor.defaultsScope;
                symbol.isLibrary = constructor.isLibrary;
                info.constructors.add(symbol);
            }
        }
    }

    /** Adds the default constructor that a class needs and nobody wrote. */
    private void settle(ClassInfo info) {
        if (!info.inheritsConstructorsOf.isEmpty()) {
            // They leave the class its default constructor.
            if (info.constructors.isEmpty() && info.implicitDefault == null) {
                info.implicitDefault = implicitDefault(info);
            }
            info.hasUserConstructor = true;
            inheritConstructors(info);
        }
        boolean needs = info.hasFieldInitialisers;
        for (ClassInfo base : info.bases) {
            needs |= hasWorkingDefault(base);
        }
        for (RecordType.Field field : info.type.fields()) {
            Type type = field.type();
            while (type instanceof Array array) {
                type = array.element();
            }
            if (type.unqualified() instanceof RecordType record && record.isComplete()) {
                needs |= hasWorkingDefault(a.info(record));
            }
        }
        if (info.implicitDefault != null || (needs && info.constructors.isEmpty())) {
            if (needs) {
                if (info.implicitDefault == null) {
                    info.implicitDefault = implicitDefault(info);
                }
                info.constructors.add(info.implicitDefault);
            } else {
                FunctionSymbol trivial = info.implicitDefault;
                info.implicitDefault = null;
                if (info.hasUserConstructor) {
                    info.implicitDefault = trivial;
                    info.constructors.add(trivial);
                }
            }
        }
    }

    /** True when making an object of the class without arguments runs code. */
    boolean hasWorkingDefault(ClassInfo info) {
        return !info.constructors.isEmpty();
    }

    private void field(ClassInfo info, Layout layout, Declaration.Field field) {
        Type type = a.types.read(field.type(), info.scope);
        String name = field.name() == null ? "" : field.name().text();
        if (type.isErroneous()) {
            if (!name.isEmpty()) {
                info.scope.put(name, new Symbol.Broken(field.span()));
            }
            return;
        }
        if (type.isVoid() || type instanceof Type.Function) {
            a.error(field.span(), "a member has no type '" + type.spelling() + "'");
            info.scope.put(name, new Symbol.Broken(field.span()));
            return;
        }
        if (type.unqualified() instanceof RecordType record && !complete(record, field.span())) {
            a.undefined(
                    record,
                    field.span(),
                    record == info.type
                            ? "class '" + record.name() + "' cannot contain itself"
                            : "member '" + name + "' has the type '" + record.name()
                                    + "', which is declared but not defined");
            info.scope.put(name, new Symbol.Broken(field.span()));
            return;
        }
        if (type instanceof Array array && array.count() == Array.UNKNOWN) {
            type = new Array(array.element(), 0);
        }
        if (!(field.initialiser() instanceof Initialiser.None)) {
            info.hasFieldInitialisers = true;
        }
        if (field.bits() != null) {
            bitField(info, layout, field, type, name);
            return;
        }
        int alignment = alignment(field.specifiers(), info.scope);
        if (info.scope.get(name) instanceof Symbol.FieldName) {
            a.error(field.name().span(), "member '" + name + "' is declared twice");
            return;
        }
        RecordType.Field laid = layout.field(name, type, alignment, field.initialiser(), field.span());
        declare(info, name, List.of(laid));
    }

    private void bitField(ClassInfo info, Layout layout, Declaration.Field field, Type type, String name) {
        Term width = a.expressions.term(field.bits(), info.scope);
        Long bits = Terms.isErroneous(width) ? null : a.evaluator.integer(width);
        if (bits == null) {
            if (!Terms.isErroneous(width)) {
                a.error(field.bits().span(), "the width of a bit-field must be a constant");
            }
            return;
        }
        if ((!Types.isNumeric(type) && !Types.isEnum(type)) || type.isFloating()) {
            a.error(field.span(), "a bit-field has an integer type, not '" + type.spelling() + "'");
            return;
        }
        if (bits < 0 || bits > type.bytes() * 8 || (bits == 0 && !name.isEmpty())) {
            a.error(
                    field.bits().span(),
                    "width " + bits + " does not fit a bit-field of type '" + type.spelling() + "'");
            return;
        }
        RecordType.Field laid = layout.bitField(name, type, bits.intValue(), field.initialiser(), field.span());
        if (laid != null && !name.isEmpty()) {
            declare(info, name, List.of(laid));
        }
    }

    private void anonymous(ClassInfo info, Layout layout, Declaration.AnonymousMembers anonymous) {
        RecordType type = a.declarations.unnamedClass(anonymous.type(), info.scope);
        if (!complete(type, anonymous.span())) {
            return;
        }
        ClassInfo inner = a.info(type);
        RecordType.Field outer = layout.field("", type, 1, new Initialiser.None(anonymous.span()), anonymous.span());
        info.hasFieldInitialisers |= inner.hasFieldInitialisers;
        fields(inner, (name, field) -> {
            List<RecordType.Field> path = new ArrayList<>();
            path.add(outer);
            path.addAll(field.path());
            declare(info, name, path);
        });
    }

    private static void declare(ClassInfo info, String name, List<RecordType.Field> path) {
        info.scope.put(name, new Symbol.FieldName(info, path));
        if (info.declaring != Declaration.Access.PUBLIC) {
            info.fieldAccess.put(name, info.declaring);
        }
    }

    /** The names of a class's own fields. */
    void fields(ClassInfo info, BiConsumer<String, Symbol.FieldName> each) {
        for (String name : info.scope.names()) {
            if (info.scope.get(name) instanceof Symbol.FieldName field) {
                each.accept(name, field);
            }
        }
    }

    /** The greatest alignment that specifiers ask for, 1 without. */
    int alignment(Specifiers specifiers, Scope scope) {
        int greatest = 1;
        for (Specifiers.Alignment wish : specifiers.alignments()) {
            long bytes;
            if (wish.type() != null) {
                bytes = a.types.read(wish.type(), scope).alignment();
            } else {
                Term term = a.expressions.term(wish.bytes(), scope);
                Long constant = Terms.isErroneous(term) ? null : a.evaluator.integer(term);
                if (constant == null) {
                    if (!Terms.isErroneous(term)) {
                        a.error(wish.span(), "an alignment must be a constant");
                    }
                    continue;
                }
                bytes = constant;
            }
            if (bytes != 0 && (bytes < 0 || bytes > 1 << 20 || Long.bitCount(bytes) != 1)) {
                a.error(wish.span(), "an alignment is a power of two, not " + bytes);
                continue;
            }
            greatest = (int) Math.max(greatest, bytes);
        }
        return greatest;
    }

    /** Places bases and fields one after the other. */
    private final class Layout {
        private final ClassInfo info;
        private final boolean union;
        private final boolean packed;
        private final int wished;
        private final List<RecordType.Base> bases = new ArrayList<>(0);
        private final List<RecordType.Field> fields = new ArrayList<>();
        /** Bits so far: of a union, those of the largest member. */
        private long bits;

        private int alignment = 1;
        private boolean empty = true;

        Layout(ClassInfo info, Declaration.ClassDeclaration definition) {
            this.info = info;
            this.union = definition.tag() == TypeSyntax.Tag.UNION;
            this.packed = definition.specifiers().has(Specifier.PACKED);
            this.wished = alignment(definition.specifiers(), info.scope);
        }

        void base(RecordType type) {
            boolean emptyBase = type.fields().isEmpty() && type.bases().stream().allMatch(b -> isEmpty(b.type()));
            long offset = emptyBase ? 0 : Types.roundUp((bits + 7) / 8, type.alignment());
            bases.add(new RecordType.Base(type, offset));
            if (!emptyBase) {
                bits = (offset + type.bytes()) * 8;
                empty = false;
            }
            alignment = Math.max(alignment, type.alignment());
        }

        private boolean isEmpty(RecordType type) {
            return type.fields().isEmpty() && type.bases().stream().allMatch(b -> isEmpty(b.type()));
        }

        RecordType.Field field(String name, Type type, int wish, Initialiser initialiser, SourceSpan span) {
            int own = Math.max(packed ? 1 : type.alignment(), wish);
            long offset = union ? 0 : Types.roundUp((bits + 7) / 8, own);
            RecordType.Field field = new RecordType.Field(name, type, fields.size(), offset, 0, 0);
            add(field, initialiser, span);
            bits = union ? Math.max(bits, type.bytes() * 8) : (offset + type.bytes()) * 8;
            alignment = Math.max(alignment, own);
            return field;
        }

        RecordType.Field bitField(String name, Type type, int width, Initialiser initialiser, SourceSpan span) {
            long unit = type.bytes() * 8;
            if (width == 0) {
                bits = union ? bits : Types.roundUp(bits, unit);
                return null;
            }
            long at = union ? 0 : bits;
            if (!packed && at / unit != (at + width - 1) / unit) {
                at = Types.roundUp(at, unit);
            }
            RecordType.Field field = null;
            if (!name.isEmpty()) {
                long start = at / unit * unit;
                field = new RecordType.Field(name, type, fields.size(), start / 8, (int) (at - start), width);
                add(field, initialiser, span);
                alignment = Math.max(alignment, packed ? 1 : type.alignment());
            }
            empty = false;
            bits = union ? Math.max(bits, width) : at + width;
            return field;
        }

        private void add(RecordType.Field field, Initialiser initialiser, SourceSpan span) {
            fields.add(field);
            info.fieldInitialisers.add(initialiser instanceof Initialiser.None ? null : initialiser);
            info.fieldSpans.add(span);
            empty = false;
        }

        void finish() {
            int whole = Math.max(alignment, wished);
            long bytes = Types.roundUp((bits + 7) / 8, whole);
            info.type.complete(
                    bases, fields, empty || (bytes == 0 && fields.isEmpty()) ? Math.max(whole, bytes) : bytes, whole);
        }
    }
}
