package io.xianka.compiler.lowering;

import io.xianka.compiler.source.SourceFile;
import io.xianka.ptx.PtxModule;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** The source files that {@code .loc} names, numbered from 1. */
final class SourceFiles {
    private final Map<SourceFile, Integer> numbers = new IdentityHashMap<>();
    private final List<String> names = new ArrayList<>();
    private SourceFile last;
    private int lastNumber;

    int number(SourceFile file) {
        if (file == last) {
            return lastNumber;
        }
        Integer known = numbers.get(file);
        if (known == null) {
            int at = names.indexOf(file.name());
            if (at < 0) {
                names.add(file.name());
                at = names.size() - 1;
            }
            known = at + 1;
            numbers.put(file, known);
        }
        last = file;
        lastNumber = known;
        return known;
    }

    List<PtxModule.SourceFile> directives() {
        List<PtxModule.SourceFile> result = new ArrayList<>(names.size());
        for (int i = 0; i < names.size(); i++) {
            result.add(new PtxModule.SourceFile(i + 1, names.get(i)));
        }
        return result;
    }
}
