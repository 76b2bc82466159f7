package io.xianka.emulator;

import io.xianka.driver.api.BlockSizeSuggestion;
import io.xianka.driver.api.CaptureMode;
import io.xianka.driver.api.CaptureStatus;
import io.xianka.driver.api.CudaException;
import io.xianka.driver.api.CudaStatus;
import io.xianka.driver.api.DeviceImage;
import io.xianka.driver.api.FunctionAttribute;
import io.xianka.driver.api.GlobalSymbol;
import io.xianka.driver.api.JitOptions;
import io.xianka.driver.api.KernelNode;
import io.xianka.driver.api.LaunchAttributes;
import io.xianka.driver.api.LaunchParameters;
import io.xianka.driver.api.LoadedImage;
import io.xianka.driver.api.ParameterExtent;
import io.xianka.emulator.machine.DeviceWatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The driver calls of the emulator: here those about graphs, modules and launches, in its superclasses the others. */
final class EmulatedDriver extends EmulatedMemory {
    EmulatedDriver(EmulatorSettings settings) {
        this(settings, null);
    }

    EmulatedDriver(EmulatorSettings settings, DeviceWatch watch) {
        super(settings, watch);
    }

    // ------------------------------------------------------------------ graphs

    @Override
    public void streamBeginCapture(long stream, CaptureMode mode) {
        String call = "cuStreamBeginCapture";
        if (stream == 0) {
            throw Statuses.with(
                    CudaStatus.CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
                    "the default stream cannot capture; create a stream",
                    call);
        }
        EmulatedStream origin = stream(stream, call);
        if (origin.capture() != null) {
            throw Statuses.with(CudaStatus.CUDA_ERROR_ILLEGAL_STATE, origin + " captures already", call, stream);
        }
        origin.joinCapture(new GraphCapture(origin, new EmulatedGraph()), List.of());
    }

    @Override
    public long streamEndCapture(long stream) {
        String call = "cuStreamEndCapture";
        EmulatedStream origin = stream(stream, call);
        GraphCapture capture = origin.capture();
        if (capture == null) {
            throw Statuses.with(CudaStatus.CUDA_ERROR_ILLEGAL_STATE, origin + " captures nothing", call, stream);
        }
        if (capture.origin() != origin) {
            capture.invalidate();
            throw CudaException.of(call, CudaStatus.CUDA_ERROR_STREAM_CAPTURE_UNMATCHED, stream);
        }
        List<EmulatedGraph.Node> joined = origin.captureTail();
        List<EmulatedStream> unjoined = new ArrayList<>();
        for (EmulatedStream other : capture.streams()) {
            if (other != origin && !allBefore(other.captureTail(), joined)) {
                unjoined.add(other);
            }
            other.leaveCapture();
        }
        if (capture.isInvalidated()) {
            throw CudaException.of(call, CudaStatus.CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, stream);
        }
        if (!unjoined.isEmpty()) {
            throw Statuses.with(
                    CudaStatus.CUDA_ERROR_STREAM_CAPTURE_UNJOINED,
                    origin + " does not wait for " + unjoined + "; record an event there and wait for it here",
                    call,
                    stream);
        }
        return handles.put(capture.graph());
    }

    /** Whether all of these nodes are among others or before one of them. */
    private static boolean allBefore(List<EmulatedGraph.Node> nodes, List<EmulatedGraph.Node> others) {
        List<EmulatedGraph.Node> reached = new ArrayList<>(others);
        for (int i = 0; i < reached.size(); i++) {
            reached.get(i).after().stream()
                    .filter(node -> !reached.contains(node))
                    .forEach(reached::add);
        }
        return reached.containsAll(nodes);
    }

    @Override
    public CaptureStatus streamIsCapturing(long stream) {
        return stream == 0
                ? CaptureStatus.NONE
                : handles.get(EmulatedStream.class, stream, "cuStreamIsCapturing")
                        .captureStatus();
    }

    private EmulatedGraph graph(long graph, String call) {
        return handles.get(EmulatedGraph.class, graph, call);
    }

    @Override
    public List<Long> graphGetNodes(long graph) {
        return graph(graph, "cuGraphGetNodes").nodes().stream()
                .map(EmulatedGraph.Node::handle)
                .toList();
    }

    @Override
    public int graphNodeGetType(long node) {
        return handles.get(EmulatedGraph.Node.class, node, "cuGraphNodeGetType")
                .kind()
                .code();
    }

    @Override
    public KernelNode graphKernelNodeGetParams(long node) {
        String call = "cuGraphKernelNodeGetParams";
        KernelLaunch launch = handles.get(EmulatedGraph.Node.class, node, call).launch();
        if (launch == null) {
            throw Statuses.invalidValue(call, "the node launches no kernel", node);
        }
        return new KernelNode(
                launch.function().handle(),
                launch.gridX(),
                launch.gridY(),
                launch.gridZ(),
                launch.blockX(),
                launch.blockY(),
                launch.blockZ(),
                launch.dynamicSharedBytes());
    }

    private EmulatedGraph.Executable executable(long graphExec, String call) {
        return handles.get(EmulatedGraph.Executable.class, graphExec, call);
    }

    @Override
    public long graphInstantiate(long graph) {
        return handles.put(new EmulatedGraph.Executable(graph(graph, "cuGraphInstantiateWithFlags")));
    }

    @Override
    public boolean graphExecUpdate(long graphExec, long graph) {
        String call = "cuGraphExecUpdate";
        return executable(graphExec, call).update(graph(graph, call));
    }

    @Override
    public void graphExecKernelNodeSetParams(
            long graphExec, long node, KernelNode launch, LaunchParameters parameters) {
        String call = "cuGraphExecKernelNodeSetParams";
        EmulatedGraph.Executable executable = executable(graphExec, call);
        EmulatedGraph.Node changed = handles.get(EmulatedGraph.Node.class, node, call);
        KernelLaunch before = executable.launch(changed);
        if (before == null) {
            throw Statuses.invalidValue(call, "the node is no kernel of this graph", graphExec, node);
        }
        executable.set(
                changed,
                KernelLaunch.of(
                        call,
                        function(launch.function(), call),
                        new int[] {launch.gridX(), launch.gridY(), launch.gridZ()},
                        new int[] {launch.blockX(), launch.blockY(), launch.blockZ()},
                        launch.sharedBytes(),
                        before.isCooperative(),
                        parameters));
    }

    @Override
    public void graphLaunch(long graphExec, long stream) {
        String call = "cuGraphLaunch";
        EmulatedGraph.Executable executable = executable(graphExec, call);
        EmulatedStream ordered = stream(stream, call);
        refuseInCapture(ordered, call);
        ordered.enqueue(executable.work(ordered.context().device()));
    }

    @Override
    public void graphDestroy(long graph) {
        // Its nodes keep their handles: an executable graph may still be changed through them.
        handles.remove(EmulatedGraph.class, graph, "cuGraphDestroy");
    }

    @Override
    public void graphExecDestroy(long graphExec) {
        handles.remove(EmulatedGraph.Executable.class, graphExec, "cuGraphExecDestroy");
    }

    // ------------------------------------------------------------------ modules and kernels

    @Override
    public LoadedImage moduleLoadDataEx(DeviceImage image, JitOptions options) {
        EmulatedDevice device = context("cuModuleLoadDataEx").device();
        LoadedModule module = LoadedModule.load(device, image);
        module.kernels().forEach(kernel -> kernel.handle(handles.put(kernel)));
        return new LoadedImage(handles.put(module), "");
    }

    private LoadedModule module(long module, String call) {
        return handles.get(LoadedModule.class, module, call);
    }

    private LoadedFunction function(long function, String call) {
        return handles.get(LoadedFunction.class, function, call);
    }

    @Override
    public void describeKernel(long function, String name, List<String> parameters) {
        if (watch != null) {
            watch.describeKernel(function(function, "describe").name(), name, parameters);
        }
    }

    @Override
    public void moduleUnload(long module) {
        String call = "cuModuleUnload";
        LoadedModule unloaded = handles.remove(LoadedModule.class, module, call);
        awaitAll();
        unloaded.kernels().forEach(kernel -> handles.remove(LoadedFunction.class, kernel.handle(), call));
        unloaded.unload();
    }

    @Override
    public long moduleGetFunction(long module, String name) {
        String call = "cuModuleGetFunction";
        LoadedModule loaded = module(module, call);
        LoadedFunction kernel = loaded.kernel(name, call);
        if (kernel == null) {
            throw Statuses.with(
                    CudaStatus.CUDA_ERROR_NOT_FOUND, "the module has kernels " + loaded.kernelNames(), call, name);
        }
        return kernel.handle();
    }

    @Override
    public Optional<List<String>> moduleFunctionNames(long module) {
        return Optional.of(module(module, "cuModuleEnumerateFunctions").kernelNames());
    }

    @Override
    public GlobalSymbol moduleGetGlobal(long module, String name) {
        String call = "cuModuleGetGlobal";
        LoadedModule loaded = module(module, call);
        GlobalSymbol symbol = loaded.variable(name);
        if (symbol == null) {
            throw Statuses.with(
                    CudaStatus.CUDA_ERROR_NOT_FOUND, "the module has variables " + loaded.variableNames(), call, name);
        }
        return symbol;
    }

    @Override
    public int funcGetAttribute(FunctionAttribute attribute, long function) {
        return function(function, "cuFuncGetAttribute").attribute(attribute);
    }

    @Override
    public void funcSetAttribute(long function, FunctionAttribute attribute, int value) {
        String call = "cuFuncSetAttribute";
        LoadedFunction kernel = function(function, call);
        String refusal = kernel.setAttribute(attribute, value);
        if (refusal != null) {
            throw Statuses.invalidValue(call, refusal, kernel, attribute, value);
        }
    }

    @Override
    public Optional<List<ParameterExtent>> funcGetParamInfo(long function) {
        return Optional.of(function(function, "cuFuncGetParamInfo").parameters());
    }

    @Override
    public int occupancyMaxActiveBlocksPerMultiprocessor(long function, int blockThreads, long dynamicSharedBytes) {
        String call = "cuOccupancyMaxActiveBlocksPerMultiprocessor";
        LoadedFunction kernel = function(function, call);
        if (blockThreads < 1 || dynamicSharedBytes < 0) {
            throw Statuses.invalidValue(
                    call, "a block has at least 1 thread", kernel, blockThreads, dynamicSharedBytes);
        }
        if (blockThreads > kernel.mostThreads()) {
            return 0;
        }
        return Occupancy.blocksPerMultiprocessor(
                blockThreads, kernel.registers(), kernel.image().staticSharedBytes() + dynamicSharedBytes);
    }

    @Override
    public BlockSizeSuggestion occupancyMaxPotentialBlockSize(
            long function, long dynamicSharedBytes, int blockThreadsLimit) {
        LoadedFunction kernel = function(function, "cuOccupancyMaxPotentialBlockSize");
        int most = blockThreadsLimit <= 0 ? kernel.mostThreads() : Math.min(blockThreadsLimit, kernel.mostThreads());
        return Occupancy.suggest(
                most,
                kernel.registers(),
                kernel.image().staticSharedBytes() + dynamicSharedBytes,
                kernel.module().device().workers());
    }

    // ------------------------------------------------------------------ launches

    @Override
    public void launchKernel(
            long function,
            int gridX,
            int gridY,
            int gridZ,
            int blockX,
            int blockY,
            int blockZ,
            int sharedBytes,
            long stream,
            LaunchParameters parameters) {
        launch(
                "cuLaunchKernel",
                function,
                new int[] {gridX, gridY, gridZ},
                new int[] {blockX, blockY, blockZ},
                sharedBytes,
                stream,
                false,
                parameters);
    }

    @Override
    public void launchCooperativeKernel(
            long function,
            int gridX,
            int gridY,
            int gridZ,
            int blockX,
            int blockY,
            int blockZ,
            int sharedBytes,
            long stream,
            LaunchParameters parameters) {
        launch(
                "cuLaunchCooperativeKernel",
                function,
                new int[] {gridX, gridY, gridZ},
                new int[] {blockX, blockY, blockZ},
                sharedBytes,
                stream,
                true,
                parameters);
    }

    @Override
    public void launchKernelEx(
            long function,
            int gridX,
            int gridY,
            int gridZ,
            int blockX,
            int blockY,
            int blockZ,
            int sharedBytes,
            long stream,
            LaunchAttributes attributes,
            LaunchParameters parameters) {
        String call = "cuLaunchKernelEx";
        if (attributes.hasCluster()
                && (long) attributes.clusterX() * attributes.clusterY() * attributes.clusterZ() != 1) {
            throw Statuses.with(
                    CudaStatus.CUDA_ERROR_NOT_SUPPORTED,
                    "the emulator has clusters of one block only, not of " + attributes.clusterX() + " x "
                            + attributes.clusterY() + " x " + attributes.clusterZ(),
                    call,
                    function);
        }
        launch(
                call,
                function,
                new int[] {gridX, gridY, gridZ},
                new int[] {blockX, blockY, blockZ},
                sharedBytes,
                stream,
                attributes.cooperative(),
                parameters);
    }

    private void launch(
            String call,
            long function,
            int[] grid,
            int[] block,
            int sharedBytes,
            long stream,
            boolean isCooperative,
            LaunchParameters parameters) {
        LoadedFunction kernel = function(function, call);
        EmulatedStream ordered = stream(stream, call);
        EmulatedDevice device = ordered.context().device();
        if (kernel.module().device() != device) {
            throw Statuses.with(
                    CudaStatus.CUDA_ERROR_INVALID_HANDLE,
                    kernel + " was loaded on device " + kernel.module().device().ordinal()
                            + ", the stream is of device " + device.ordinal(),
                    call,
                    kernel);
        }
        KernelLaunch launch = KernelLaunch.of(call, kernel, grid, block, sharedBytes, isCooperative, parameters);
        if (ordered.capture() != null) {
            capture(ordered, EmulatedGraph.Kind.KERNEL, launch, null, call);
        } else {
            ordered.enqueue(cancellation -> device.engine().run(launch.request(device, cancellation)));
        }
    }
}
