package io.xianka.emulator.check;

import io.xianka.emulator.machine.Warp;
import io.xianka.emulator.machine.WatchPoint;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Divisions of integers by zero, and NaNs and infinities that arise from finite values. */
final class ArithmeticWatch {
    private static final Pattern OPERATION = Pattern.compile("(?:@!?\\S+ )?(\\w+)(?:\\.\\w+)*?\\.([suf])(32|64) .*");

    private final WatchedBlock watched;
    private final WatchedLaunch launch;
    private final byte[] kinds;

    private static final byte UNKNOWN = 0;
    private static final byte NONE = 1;
    private static final byte DIVISION = 2;
    private static final byte WIDE_DIVISION = 3;
    private static final byte SINGLE = 4;
    private static final byte DOUBLE = 5;

    ArithmeticWatch(WatchedBlock watched) {
        this.watched = watched;
        this.launch = watched.launch;
        this.kinds = new byte[launch.code.points().length];
    }

    private byte kind(int point) {
        byte known = kinds[point];
        if (known == UNKNOWN) {
            known = read(launch.point(point));
            kinds[point] = known;
        }
        return known;
    }

    private static byte read(WatchPoint point) {
        String text = point == null ? null : point.place().instruction();
        Matcher matcher = text == null ? null : OPERATION.matcher(text);
        if (matcher == null || !matcher.matches()) {
            return NONE;
        }
        boolean isWide = matcher.group(3).equals("64");
        boolean isFloat = matcher.group(2).equals("f");
        return switch (matcher.group(1)) {
            case "div", "rem" -> isFloat ? isWide ? DOUBLE : SINGLE : isWide ? WIDE_DIVISION : DIVISION;
            case "add", "sub", "mul", "mad", "fma", "rcp", "sqrt", "rsqrt", "lg2", "ex2" ->
                !isFloat ? NONE : isWide ? DOUBLE : SINGLE;
            default -> NONE;
        };
    }

    void computed(Warp warp, int lane, long result, long a, long b, long c, int point) {
        switch (kind(point)) {
            case DIVISION -> {
                if ((int) b == 0) {
                    report(warp, lane, point, (int) a + " is divided by zero");
                }
            }
            case WIDE_DIVISION -> {
                if (b == 0) {
                    report(warp, lane, point, a + " is divided by zero");
                }
            }
            case SINGLE -> {
                float value = Float.intBitsToFloat((int) result);
                if (!Float.isFinite(value) && isFinite(a) && isFinite(b) && isFinite(c)) {
                    report(warp, lane, point, value + " arises here from finite values");
                }
            }
            case DOUBLE -> {
                double value = Double.longBitsToDouble(result);
                boolean areFinite = Double.isFinite(Double.longBitsToDouble(a))
                        && Double.isFinite(Double.longBitsToDouble(b))
                        && Double.isFinite(Double.longBitsToDouble(c));
                if (!Double.isFinite(value) && areFinite) {
                    report(warp, lane, point, value + " arises here from finite values");
                }
            }
            default -> {}
        }
    }

    private static boolean isFinite(long bits) {
        return Float.isFinite(Float.intBitsToFloat((int) bits));
    }

    private void report(Warp warp, int lane, int point, String message) {
        if (watched.isCounted(FindingKind.ARITHMETIC, point)) {
            return;
        }
        watched.add(
                point,
                new Finding(
                        FindingKind.ARITHMETIC,
                        null,
                        null,
                        0,
                        0,
                        launch.place(point),
                        null,
                        launch.kernel(),
                        watched.threadAt(warp, lane),
                        null,
                        message,
                        1));
    }
}
