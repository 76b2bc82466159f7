package io.xianka.junit;

import io.xianka.driver.Device;
import io.xianka.emulator.check.CheckReport;
import io.xianka.emulator.check.CheckScope;
import io.xianka.emulator.check.CheckSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Opens a check scope around each test and fails the test with what was found. */
final class CheckKernelsExtension implements BeforeEachCallback, AfterEachCallback, ParameterResolver {
    private static final ExtensionContext.Namespace STORE =
            ExtensionContext.Namespace.create(CheckKernelsExtension.class);

    /** A test that runs: its scope, and the devices it was given. */
    private record Running(CheckScope scope, List<Device> devices) {}

    CheckKernelsExtension() {}

    @Override
    public void beforeEach(ExtensionContext context) {
        var asked = annotation(context);
        var settings = new CheckSettings(
                Set.of(asked.tools()), asked.arithmetic(), asked.hints(), asked.leaks(), CheckSettings.MOST_FINDINGS);
        context.getStore(STORE).put(Running.class, new Running(CheckScope.open(settings), new ArrayList<>()));
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Device.class && running(context) != null;
    }

    @Override
    public Device resolveParameter(ParameterContext parameter, ExtensionContext context) {
        var device = Device.emulated();
        running(context).devices().add(device);
        return device;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        var running = running(context);
        CheckReport report;
        try (var scope = running.scope()) {
            for (Device device : running.devices()) {
                if (device.isOpen()) {
                    device.close();
                }
            }
            report = scope.report();
        }
        if (!report.hints().isEmpty()) {
            context.publishReportEntry("hints", report.text());
        }
        if (!report.isClean()) {
            throw new AssertionError(report.findings().size() + " finding"
                    + (report.findings().size() == 1 ? "" : "s") + " in the kernels of this test\n" + report.text());
        }
    }

    private static Running running(ExtensionContext context) {
        return context.getStore(STORE).get(Running.class, Running.class);
    }

    /** The method's own annotation, or the nearest around it. */
    private static CheckKernels annotation(ExtensionContext context) {
        var method = context.getRequiredTestMethod().getAnnotation(CheckKernels.class);
        if (method != null) {
            return method;
        }
        for (Class<?> type = context.getRequiredTestClass(); type != null; type = type.getEnclosingClass()) {
            var annotation = type.getAnnotation(CheckKernels.class);
            if (annotation != null) {
                return annotation;
            }
        }
        throw new IllegalStateException(
                context.getDisplayName() + " is extended by CheckKernelsExtension; use @CheckKernels instead");
    }
}
