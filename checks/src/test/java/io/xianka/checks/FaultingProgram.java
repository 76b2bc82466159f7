package io.xianka.checks;

import io.xianka.driver.Arg;
import io.xianka.driver.Device;
import io.xianka.driver.Launch;
import io.xianka.driver.api.CudaException;

/** Lets a kernel write where nothing is, catches what comes of it, and says so. */
final class FaultingProgram {
    /** Exit status when the launch threw as it should. */
    static final int CAUGHT = 3;

    private FaultingProgram() {}

    public static void main(String[] arguments) {
        Device device = arguments[0].equals("cuda") ? Device.cuda(0) : Device.emulated();
        try {
            device.load(ContractKernels.SCALE)
                    .kernel("scale")
                    .launch(Launch.of(1, 4), Arg.pointer(0x7f12_3456_7000L), 2f, 0, 4);
            device.synchronize();
        } catch (CudaException failure) {
            System.out.println(failure.getMessage());
            System.out.flush();
            // Closing a device whose context is lost fails too; that is not what is looked at here.
            Runtime.getRuntime().halt(CAUGHT);
        }
    }
}
