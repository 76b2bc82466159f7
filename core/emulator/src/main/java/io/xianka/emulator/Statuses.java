package io.xianka.emulator;

import io.xianka.driver.api.CudaException;
import io.xianka.driver.api.CudaStatus;
import io.xianka.emulator.machine.DeviceFault;
import io.xianka.emulator.machine.LaunchCancelled;

/** The exceptions of failed calls. */
final class Statuses {
    private Statuses() {}

    static CudaException invalidValue(String call, String why, Object... arguments) {
        return CudaException.withDetail(why, call, CudaStatus.CUDA_ERROR_INVALID_VALUE.code(), arguments);
    }

    static CudaException with(CudaStatus status, String why, String call, Object... arguments) {
        return CudaException.withDetail(why, call, status.code(), arguments);
    }

    /** The status that a failure of queued work has. */
    static CudaStatus ofFailure(Throwable failure) {
        return switch (failure) {
            case DeviceFault fault ->
                switch (fault.kind()) {
                    case OUT_OF_BOUNDS, NULL_POINTER, USE_AFTER_FREE, READ_ONLY, FOREIGN_LOCAL ->
                        CudaStatus.CUDA_ERROR_ILLEGAL_ADDRESS;
                    case MISALIGNED -> CudaStatus.CUDA_ERROR_MISALIGNED_ADDRESS;
                    case ILLEGAL_INSTRUCTION -> CudaStatus.CUDA_ERROR_ILLEGAL_INSTRUCTION;
                    case ASSERTION -> CudaStatus.CUDA_ERROR_ASSERT;
                    case TRAP, BARRIER -> CudaStatus.CUDA_ERROR_LAUNCH_FAILED;
                };
            case LaunchCancelled _ -> CudaStatus.CUDA_ERROR_LAUNCH_TIMEOUT;
            case CudaException known -> known.status().orElse(CudaStatus.CUDA_ERROR_UNKNOWN);
            case OutOfMemoryError _ -> CudaStatus.CUDA_ERROR_OUT_OF_MEMORY;
            default -> CudaStatus.CUDA_ERROR_UNKNOWN;
        };
    }

    /** The exception of a call that waited for work that had failed. */
    static CudaException ofWaiting(Throwable failure, String call, Object... arguments) {
        String detail =
                failure instanceof CudaException known && !known.detail().isEmpty()
                        ? known.detail()
                        : String.valueOf(failure.getMessage());
        CudaStatus status = ofFailure(failure);
        if (status == CudaStatus.CUDA_ERROR_UNKNOWN) {
            detail = failure.toString();
        }
        CudaException exception = with(status, detail, call, arguments);
        exception.initCause(failure);
        return exception;
    }
}
