package io.xianka.driver.libcuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The table of calls against NVIDIA's header, where a toolkit is installed. */
class CudaCallTest {
    private static final Path HEADER = Path.of("/usr/local/cuda/include/cuda.h");

    /** Parameter types of each prototype of a function, such as {@code [CUdeviceptr*, size_t]}. */
    private static List<List<String>> prototypes(String header, String function) {
        List<List<String>> found = new ArrayList<>();
        Matcher prototype = Pattern.compile("CUresult\\s+CUDAAPI\\s+" + function + "\\(([^)]*)\\)\\s*;")
                .matcher(header);
        while (prototype.find()) {
            found.add(types(prototype.group(1)));
        }
        return found;
    }

    private static List<String> types(String parameters) {
        if (parameters.isBlank() || parameters.strip().equals("void")) {
            return List.of();
        }
        String[] texts = parameters.split(",", -1);
        List<String> types = new ArrayList<>();
        for (String text : texts) {
            String type = text.strip()
                    .replaceAll("\\w+$", "")
                    .replaceAll("\\s+", " ")
                    .replace(" *", "*")
                    .strip();
            // "unsigned int a, b" repeats the type of its neighbour.
            types.add(type.isEmpty() ? types.getLast() : type.replace("cuuint64_t", "unsigned long long"));
        }
        return types;
    }

    @Test
    void declaresWhatTheHeaderDeclares() throws IOException {
        assumeTrue(Files.isReadable(HEADER), HEADER + " is not there; it comes with the CUDA toolkit");
        String header = Files.readString(HEADER);
        List<String> wrong = new ArrayList<>();
        for (CudaCall call : CudaCall.values()) {
            String declaration = call.declaration();
            List<String> declared =
                    types(declaration.substring(declaration.indexOf('(') + 1, declaration.lastIndexOf(')')));
            // The header renames the newest form to the plain name, and keeps older ones by their own.
            List<List<String>> known = new ArrayList<>(prototypes(header, call.symbol()));
            Matcher renamed = Pattern.compile("#define\\s+(\\w+)\\s+(?:__CUDA_API_PT\\w+\\()?" + call.symbol() + "\\b")
                    .matcher(header);
            if (renamed.find()) {
                known.addAll(prototypes(header, renamed.group(1)));
            }
            if (!known.contains(declared)) {
                wrong.add(declaration + " but cuda.h has " + known);
            }
        }
        assertEquals(List.of(), wrong);
    }

    @Test
    void namesCallsWithoutTheirVersion() {
        assertEquals("cuMemAlloc", CudaCall.MEM_ALLOC.callName());
        assertEquals("cuLaunchKernel", CudaCall.LAUNCH_KERNEL.callName());
        assertEquals(
                CudaCall.values().length,
                Arrays.stream(CudaCall.values())
                        .map(CudaCall::symbol)
                        .distinct()
                        .count());
    }
}
