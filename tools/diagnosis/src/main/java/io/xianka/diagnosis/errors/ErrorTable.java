package io.xianka.diagnosis.errors;

import io.xianka.diagnosis.table.CsvTable;
import io.xianka.diagnosis.table.TableRow;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Every error that is known. */
public final class ErrorTable {

    private static final class Holder {
        static final ErrorTable TABLE = new ErrorTable(CsvTable.resource(ErrorTable.class, "cuda-errors.csv"));
    }

    private final List<KnownError> errors;

    /** The product's table. */
    public static ErrorTable get() {
        return Holder.TABLE;
    }

    ErrorTable(CsvTable table) {
        errors = table.rows().stream().map(ErrorTable::error).toList();
    }

    public List<KnownError> errors() {
        return errors;
    }

    /** The error with a number: {@code find("cuda-driver", 100)}. */
    public Optional<KnownError> find(String api, int code) {
        return errors.stream()
                .filter(error -> error.api().equals(api) && error.code().equals(OptionalInt.of(code)))
                .findFirst();
    }

    /** The error with a name: {@code CUDA_ERROR_NO_DEVICE}. */
    public Optional<KnownError> find(String name) {
        return errors.stream().filter(error -> error.name().equals(name)).findFirst();
    }

    private static KnownError error(TableRow row) {
        var code = row.number("code", 0, 10_000);
        String restart = row.required("process_must_restart");
        if (!restart.equals("yes") && !restart.equals("no")) {
            throw row.wrong("process_must_restart", "'" + restart + "' is neither yes nor no");
        }
        return new KnownError(
                row.required("api"),
                code.isPresent() ? OptionalInt.of((int) code.getAsDouble()) : OptionalInt.empty(),
                row.required("name"),
                row.text("message").orElse(""),
                (int) row.number("doctor_priority", 1, 3).orElseThrow(() -> row.wrong("doctor_priority", "empty")),
                restart.equals("yes"),
                row.text("causes").orElse(""),
                row.text("checks").orElse(""),
                row.text("fix").orElse(""),
                basis(row),
                row.required("source"));
    }

    private static AdviceBasis basis(TableRow row) {
        String text = row.required("advice_basis");
        return Arrays.stream(AdviceBasis.values())
                .filter(basis -> basis.text().equals(text))
                .findFirst()
                .orElseThrow(() -> row.wrong("advice_basis", "'" + text + "' is none"));
    }
}
