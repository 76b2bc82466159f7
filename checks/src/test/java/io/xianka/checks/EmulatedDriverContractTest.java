package io.xianka.checks;

import io.xianka.driver.Device;

class EmulatedDriverContractTest extends DriverContract {
    @Override
    Device open() {
        return Device.emulated();
    }
}
