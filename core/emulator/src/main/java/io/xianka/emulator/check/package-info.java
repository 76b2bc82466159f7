/**
 * The emulator as a sanitizer: a device that runs kernels as the emulator does and writes down what they do wrong.
 *
 * <p>Start at {@link io.xianka.emulator.check.CheckedDevice}: it opens a device like any other, under {@link
 * io.xianka.emulator.check.CheckSettings}, and answers with a {@link io.xianka.emulator.check.CheckReport} of {@link
 * io.xianka.emulator.check.Finding}s and {@link io.xianka.emulator.check.Hint}s.
 *
 * {@snippet :
 * try (var checked = CheckedDevice.open(CheckSettings.all())) {
 *     checked.device().compile(source).kernel("scale").launch(Launch.of(4, 256), inOut(x), 100);
 *     checked.report().findings().forEach(finding -> System.out.println(finding.message()));
 * }
 * }
 *
 * <p>Behind it: the machine tells {@code Watch} of memory and launches, {@code WatchedBlock} of accesses: of all lanes of a warp at
 * once, as far as nothing is wrong ({@code AccessPattern}, {@code RaceRows}), and else of each. {@code RaceWatch} over
 * {@code BlockOrder} finds races, {@code BarrierWatch} bad barriers and masks, {@code MemoryFaults} words what is wrong with
 * an access; {@code FindingLog} and {@code HintLog} add up.
 *
 * <p>Blocks run side by side as long as nothing passes between them: {@code LaunchAttempts} says how often and in which way a launch
 * runs, {@code Claims} which block touched what, and how to undo it.
 *
 * <p>What does not live here: executing kernels ({@code machine}, {@code interpreter}, {@code translator}), and the report as JSON
 * ({@code tools/cli}).
 */
package io.xianka.emulator.check;
