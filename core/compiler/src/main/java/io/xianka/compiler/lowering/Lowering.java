package io.xianka.compiler.lowering;

import io.xianka.compiler.typed.ConstantImage;
import io.xianka.compiler.typed.Function;
import io.xianka.compiler.typed.Program;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Variable;
import io.xianka.ptx.Linkage;
import io.xianka.ptx.Param;
import io.xianka.ptx.PtxLine;
import io.xianka.ptx.PtxModule;
import io.xianka.ptx.PtxType;
import io.xianka.ptx.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes a PTX module of a program. Safe for use by several threads; each call stands alone. */
public final class Lowering {
    private final Program program;
    private final CodeOptions options;
    private final ModuleParts parts;
    private final SourceFiles files = new SourceFiles();
    private final List<Lowered> functions = new ArrayList<>();

    /** A function's code, and the variables that it names. */
    private record Lowered(Function function, List<Statement> body, Set<Variable> variables) {}

    private Lowering(Program program, CodeOptions options) {
        this.program = program;
        this.options = options;
        this.parts = new ModuleParts(options);
    }

    /** Throws {@link LoweringException} for what PTX cannot express. */
    public static PtxModule lower(Program program, CodeOptions options) {
        return new Lowering(program, options).module();
    }

    private PtxModule module() {
        for (int i = 0; i < program.functions().size(); i++) {
            Function function = program.functions().get(i);
            if (function.kind() == Function.Kind.KERNEL && function.body() != null) {
                parts.need(function);
            }
        }
        for (int i = 0; i < program.variables().size(); i++) {
            needTargets(program.variables().get(i));
        }
        List<PtxModule.Item> items = new ArrayList<>();
        for (Function function = parts.next(); function != null; function = parts.next()) {
            if (isSystemCall(function)) {
                items.add(declaration(function));
            } else {
                functions.add(lower(function));
            }
        }
        Map<Variable, Integer> users = users();
        if (parts.prints()) {
            items.add(vprintf());
        }
        for (int i = functions.size() - 1; i >= 0; i--) {
            Lowered lowered = functions.get(i);
            if (lowered.function().kind() != Function.Kind.KERNEL) {
                items.add(declaration(lowered.function()));
            }
        }
        addVariables(items, users);
        // Kernels last: what they call stands before them.
        for (int i = functions.size() - 1; i >= 0; i--) {
            if (functions.get(i).function().kind() != Function.Kind.KERNEL) {
                items.add(definition(functions.get(i), users));
            }
        }
        for (int i = 0; i < functions.size(); i++) {
            if (functions.get(i).function().kind() == Function.Kind.KERNEL) {
                items.add(definition(functions.get(i), users));
            }
        }
        items.addAll(files.directives());
        return new PtxModule(options.version(), new PtxModule.Target(options.architecture()), 64, items);
    }

    private void needTargets(Variable variable) {
        if (variable.image() == null) {
            return;
        }
        for (ConstantImage.Relocation relocation : variable.image().relocations()) {
            if (relocation.target() instanceof Function function) {
                parts.need(function);
            } else if (relocation.target() instanceof Variable target) {
                parts.need(target);
            }
        }
    }

    private Lowered lower(Function function) {
        if (function.body() == null) {
            throw new LoweringException(
                    function.span(), "function " + function.name() + " is used and not defined in this source");
        }
        Graph graph = FunctionLowering.lower(function, parts);
        Optimisation.run(graph, options);
        Set<Variable> variables = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int i = 0; i < graph.blocks.size(); i++) {
            collect(graph.blocks.get(i).phis, variables);
            collect(graph.blocks.get(i).body, variables);
        }
        List<Statement> body = new Emission(graph, options, files, functions.size()).body();
        return new Lowered(function, body, variables);
    }

    private static void collect(List<Node> nodes, Set<Variable> variables) {
        for (int i = 0; i < nodes.size(); i++) {
            Node node = nodes.get(i);
            for (int j = 0; j < node.in.length; j++) {
                if (node.in(j).op == Op.SYMBOL && node.in(j).data instanceof Variable variable) {
                    variables.add(variable);
                }
            }
        }
    }

    /** How many functions name each variable. */
    private Map<Variable, Integer> users() {
        Map<Variable, Integer> users = new IdentityHashMap<>();
        for (int i = 0; i < functions.size(); i++) {
            for (Variable variable : functions.get(i).variables()) {
                users.merge(variable, 1, Integer::sum);
            }
        }
        return users;
    }

    private boolean isInside(Variable variable, Map<Variable, Integer> users) {
        return variable.storage() == Variable.Storage.SHARED && users.getOrDefault(variable, 0) == 1;
    }

    private void addVariables(List<PtxModule.Item> items, Map<Variable, Integer> users) {
        Set<Variable> named = Collections.newSetFromMap(new IdentityHashMap<>());
        named.addAll(users.keySet());
        // The host may ask for any of the user's; what initial values name must be there too.
        for (int i = program.variables().size() - 1; i >= 0; i--) {
            Variable variable = program.variables().get(i);
            boolean asked = !variable.isInternal()
                    && (variable.storage() == Variable.Storage.CONSTANT
                            || variable.storage() == Variable.Storage.GLOBAL);
            if (asked || named.contains(variable)) {
                named.add(variable);
                if (variable.image() != null) {
                    for (ConstantImage.Relocation relocation : variable.image().relocations()) {
                        if (relocation.target() instanceof Variable target) {
                            named.add(target);
                        }
                    }
                }
            }
        }
        for (int i = 0; i < program.variables().size(); i++) {
            Variable variable = program.variables().get(i);
            if (named.contains(variable) && !isInside(variable, users)) {
                items.add(Globals.declare(variable, true));
            }
        }
    }

    private PtxModule.Item definition(Lowered lowered, Map<Variable, Integer> users) {
        List<Statement> body = new ArrayList<>(lowered.body().size() + 4);
        for (int i = 0; i < program.variables().size(); i++) {
            Variable variable = program.variables().get(i);
            if (isInside(variable, users) && lowered.variables().contains(variable)) {
                body.add(Globals.declare(variable, false));
            }
        }
        body.addAll(lowered.body());
        return function(lowered.function(), body);
    }

    /** What the library declares without a body, the driver has: {@code malloc} and the like. */
    private static boolean isSystemCall(Function function) {
        return function.body() == null && function.isLibrary();
    }

    private static PtxModule.Item declaration(Function function) {
        return function(function, null);
    }

    private static io.xianka.ptx.Function function(Function function, List<Statement> body) {
        boolean kernel = function.kind() == Function.Kind.KERNEL;
        List<Param> parameters = new ArrayList<>();
        for (int i = 0; i < function.parameters().size(); i++) {
            Variable parameter = function.parameters().get(i);
            Type type = parameter.type();
            CallTarget.Shape shape = new CallTarget.Shape(
                    Access.of(type), type.bytes(), Math.max(type.alignment(), parameter.alignment()));
            parameters.add(Signatures.parameter(shape, function.linkName() + "_param_" + i, kernel));
        }
        List<Param> results = new ArrayList<>();
        if (!function.result().isVoid()) {
            Type type = function.result();
            results.add(Signatures.parameter(
                    new CallTarget.Shape(Access.of(type), type.bytes(), type.alignment()), "func_retval0", false));
        }
        return new io.xianka.ptx.Function(
                kernel ? Linkage.VISIBLE : isSystemCall(function) ? Linkage.EXTERN : Linkage.INTERNAL,
                kernel,
                results,
                function.linkName(),
                parameters,
                kernel ? bounds(function.launchBounds()) : List.of(),
                body,
                PtxLine.NONE);
    }

    private static List<io.xianka.ptx.Function.Directive> bounds(Function.LaunchBounds bounds) {
        List<io.xianka.ptx.Function.Directive> directives = new ArrayList<>();
        if (bounds.threads() > 0) {
            directives.add(
                    io.xianka.ptx.Function.Bound.of(io.xianka.ptx.Function.BoundKind.MAXNTID, bounds.threads(), 1, 1));
        }
        if (bounds.blocks() > 0) {
            directives.add(
                    io.xianka.ptx.Function.Bound.of(io.xianka.ptx.Function.BoundKind.MINNCTAPERSM, bounds.blocks()));
        }
        if (bounds.clusterBlocks() > 0) {
            directives.add(io.xianka.ptx.Function.Bound.of(
                    io.xianka.ptx.Function.BoundKind.MAXCLUSTERRANK, bounds.clusterBlocks()));
        }
        return directives;
    }

    private static PtxModule.Item vprintf() {
        return new io.xianka.ptx.Function(
                Linkage.EXTERN,
                false,
                List.of(Param.scalar(PtxType.B32, "func_retval0")),
                "vprintf",
                List.of(Param.scalar(PtxType.B64, "vprintf_param_0"), Param.scalar(PtxType.B64, "vprintf_param_1")),
                List.of(),
                null,
                PtxLine.NONE);
    }
}
