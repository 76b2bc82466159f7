package io.xianka.tensor;

class UserKernelsOnPlainTest extends UserKernelsTest {
    @Override
    Device device() {
        return Device.plain();
    }
}
