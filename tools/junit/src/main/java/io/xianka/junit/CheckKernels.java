package io.xianka.junit;

import io.xianka.emulator.check.CheckTool;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test, or all tests of a class, whose kernels run on the emulator as sanitizer: the test fails with the report when a
 * kernel reads or writes where it must not, races, or parts at a barrier.
 *
 * {@snippet :
 * @CheckKernels
 * class BlurTest {
 *     @Test
 *     void keepsTheSum(Device device) {
 *         device.compile(BLUR).kernel("blur").launch(Launch.of(4, 256), out(blurred), in(image), 1024);
 *     }
 * }
 * }
 *
 * <p>A parameter of type {@link io.xianka.driver.Device} is a checked device, closed after the test. Devices that the test's
 * thread opens itself by {@code Device.best()} or {@code Device.emulated()} are checked too; those opened before all tests, or by
 * other threads, are not. Works with JUnit 5 and 6.
 */
@Documented
@Inherited
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(CheckKernelsExtension.class)
public @interface CheckKernels {
    /** What is looked for; everything if not said otherwise. */
    CheckTool[] tools() default {CheckTool.MEMCHECK, CheckTool.INITCHECK, CheckTool.RACECHECK, CheckTool.SYNCCHECK};

    /** Whether integer division by zero, and NaN and infinity that arise from finite numbers, fail the test. */
    boolean arithmetic() default false;

    /** Whether device memory that is still allocated when its device is closed fails the test. */
    boolean leaks() default true;

    /** Whether what makes kernels slow is published as a report entry of the test; it fails nothing. */
    boolean hints() default false;
}
