package io.xianka.compiler.semantics;

import io.xianka.compiler.library.DeviceLibrary;
import io.xianka.compiler.source.Diagnostic;
import io.xianka.compiler.source.Diagnostics;
import io.xianka.compiler.source.SourceFile;
import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.typed.RecordType;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Variable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One compilation's state, and the parts of semantics that work on it. For use by one thread. */
final class Analysis {
    final DeviceLibrary deviceLibrary;
    final Scope library = Scope.library();
    final Scope global = Scope.namespace(library, "");

    final Lookup lookup = new Lookup(this);
    final TypeReader types = new TypeReader(this);
    final Conversions conversions = new Conversions(this);
    final Overloads overloads = new Overloads(this);
    final Templates templates = new Templates(this);
    final ClassDeduction classDeduction = new ClassDeduction(this);
    final Operators operators = new Operators(this);
    final Calls calls = new Calls(this);
    final Casts casts = new Casts(this);
    final Lambdas lambdas = new Lambdas(this);
    final Traits traits = new Traits(this);
    final Expressions expressions = new Expressions(this);
    final Initialisers initialisers = new Initialisers(this);
    final Statements statements = new Statements(this);
    final LocalVariables locals = new LocalVariables(this);
    final InlineAssembly assembly = new InlineAssembly(this);
    final Declarations declarations = new Declarations(this);
    final Variables statics = new Variables(this);
    final Functions functions = new Functions(this);
    final FunctionNames functionNames = new FunctionNames(this);
    final Classes classes = new Classes(this);
    final MemberAccess access = new MemberAccess(this);
    final ImplicitMembers implicits = new ImplicitMembers(this);
    final Lifetimes lifetimes = new Lifetimes(this);
    final Evaluator evaluator = new Evaluator(this);
    final Builtins builtins = new Builtins(this);
    final Mangler mangler = new Mangler(this);
    final HostCode host = new HostCode(this);

    /** Functions whose bodies are asked for. */
    final ArrayDeque<FunctionSymbol> queue = new ArrayDeque<>();
    /** Variables of the program that are not local, in the order met. */
    final List<Symbol.VariableName> variables = new ArrayList<>();
    /** Functions that initial values name. */
    final java.util.Set<Object> rootUses = new java.util.LinkedHashSet<>();
    /** Kernels of the user's file, in order. */
    final List<FunctionSymbol> kernels = new ArrayList<>();
    /** Templates of kernels, in order. */
    final Set<FunctionSymbol> kernelTemplates = new LinkedHashSet<>();

    private final Diagnostics diagnostics;
    private final IdentityHashMap<RecordType, ClassInfo> infos = new IdentityHashMap<>();
    private final Map<String, Variable> texts = new HashMap<>();
    private final Map<String, Integer> linkNames = new HashMap<>();
    private final SourceFile nowhere = SourceFile.of("(none)", "");
    private int muted;
    private boolean failedWhileMuted;
    /** Above zero in the operand of sizeof and decltype: nothing is used there. */
    int unevaluated;
    /** Templates being instantiated, innermost last: notes of an error within. */
    final ArrayDeque<Diagnostic.Note> instantiations = new ArrayDeque<>();

    Analysis(DeviceLibrary deviceLibrary, Diagnostics diagnostics) {
        this.deviceLibrary = deviceLibrary;
        this.diagnostics = diagnostics;
    }

    void error(SourceSpan span, String message, Diagnostic.Note... notes) {
        report(span, message, false, notes);
    }

    /** An error about a name that nobody declared; in what only the host needs it does not count. */
    void unknown(SourceSpan span, String message, Diagnostic.Note... notes) {
        report(span, message, true, notes);
    }

    private void report(SourceSpan span, String message, boolean unknown, Diagnostic.Note... notes) {
        if (muted > 0) {
            failedWhileMuted = true;
            return;
        }
        List<Diagnostic.Note> all = new ArrayList<>(List.of(notes));
        int shown = 0;
        for (var i = instantiations.descendingIterator(); i.hasNext() && shown < 4; shown++) {
            all.add(i.next());
        }
        Diagnostic error = new Diagnostic(Diagnostic.Severity.ERROR, span, message, all);
        if (host.isTrying()) {
            host.add(error, unknown);
        } else {
            diagnostics.add(error);
        }
    }

    void add(Diagnostic diagnostic) {
        diagnostics.add(diagnostic);
    }

    void warning(SourceSpan span, String message) {
        if (muted == 0 && !host.isTrying()) {
            diagnostics.warning(span, message);
        }
    }

    /** A feature that this compiler lacks and NVRTC has. */
    void unsupported(SourceSpan span, String feature) {
        unknown(span, "not supported yet: " + feature + "; --compiler nvrtc can compile this");
    }

    boolean isMuted() {
        return muted > 0;
    }

    /** Runs with errors kept back; false when there were some. */
    boolean attempt(Runnable action) {
        boolean before = failedWhileMuted;
        failedWhileMuted = false;
        muted++;
        try {
            action.run();
            return !failedWhileMuted;
        } finally {
            muted--;
            failedWhileMuted = before;
        }
    }

    /** Runs outside any attempt: errors are shown. */
    void unmuted(Runnable action) {
        int before = muted;
        boolean failed = failedWhileMuted;
        muted = 0;
        int unevaluatedBefore = unevaluated;
        unevaluated = 0;
        HostCode.Trial trial = host.pause();
        try {
            action.run();
        } finally {
            host.resume(trial);
            muted = before;
            failedWhileMuted = failed;
            unevaluated = unevaluatedBefore;
        }
    }

    /** The same, but errors of what only the host may need stay held back. */
    void unmutedInTrial(Runnable action) {
        HostCode.Trial trial = muted > 0 ? null : host.pause();
        unmuted(() -> {
            if (trial != null) {
                host.resume(trial);
            }
            action.run();
        });
        if (trial != null) {
            host.resume(trial);
        }
    }

    /** An error about a class that has no definition, or one that is left out. */
    void undefined(RecordType record, SourceSpan span, String message) {
        ClassInfo info = info(record);
        if (info != null && info.leftOut != null) {
            host.used(new Symbol.Broken(info.span, info.leftOut, record.name()), span);
        } else {
            error(span, message);
        }
    }

    /** A place for what stands in no file. */
    SourceSpan nowhere() {
        return new SourceSpan(nowhere, 0, 0);
    }

    /** Takes an instance of a kernel template into the program. */
    void kernelInstance(FunctionSymbol kernel, SourceSpan span) {
        functions.function(kernel);
        declarations.kernel(kernel);
        functions.demand(kernel, span);
    }

    /** True for scopes of the device library, which the user's lie within. */
    boolean isLibrary(Scope scope) {
        for (Scope s = scope; s != null; s = s.parent) {
            if (s == global) {
                return false;
            }
        }
        return true;
    }

    int errorCount() {
        return diagnostics.errorCount();
    }

    ClassInfo info(Type record) {
        return infos.get((RecordType) record.unqualified());
    }

    void register(ClassInfo info) {
        infos.put(info.type, info);
    }

    /** A symbol's name made unique in the program. */
    String uniqueLinkName(String wanted) {
        String symbol = Mangler.ascii(wanted);
        Integer count = linkNames.merge(symbol, 1, Integer::sum);
        return count == 1 ? symbol : symbol + "_" + (count - 1);
    }

    /** The constant array of a string literal. */
    Variable text(SourceSpan span, String key, Type type, java.util.function.Supplier<Variable> make) {
        return texts.computeIfAbsent(key + "/" + type.spelling(), k -> make.get());
    }
}
