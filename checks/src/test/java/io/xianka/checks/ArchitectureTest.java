package io.xianka.checks;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.xianka.tensor.DType;
import io.xianka.tensor.DTypeMismatch;
import io.xianka.tensor.IndexOutOfRange;
import io.xianka.tensor.Shape;
import io.xianka.tensor.ShapeMismatch;
import java.lang.foreign.MemorySegment;

/** The map of rooms, held: what each may require, who calls native code, no ring of packages. */
@AnalyzeClasses(packages = "io.xianka", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule ptxRequiresOnlyTheJdk = room("ptx");

    @ArchTest
    static final ArchRule driverRequiresOnlyTheJdk = room("driver");

    @ArchTest
    static final ArchRule compilerRequiresPtxAndDriver = room("compiler", "ptx", "driver");

    @ArchTest
    static final ArchRule emulatorRequiresPtxAndDriver = room("emulator", "ptx", "driver");

    @ArchTest
    static final ArchRule onlyTheDriverRoomCallsNativeCode = noClasses()
            .that()
            .resideOutsideOfPackage("io.xianka.driver..")
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.lang.foreign.Linker")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.lang.foreign.SymbolLookup")
            .orShould()
            .callMethod(MemorySegment.class, "reinterpret", long.class)
            .orShould()
            .callMethod(System.class, "load", String.class)
            .orShould()
            .callMethod(System.class, "loadLibrary", String.class);

    @ArchTest
    static final ArchRule nobodyUsesUnsafe =
            noClasses().should().dependOnClassesThat().resideInAnyPackage("sun.misc..", "jdk.internal..");

    /** What tensors are described by stands beside Tensor, where users look for it, and all packages below know it. */
    private static final DescribedPredicate<JavaClass> FACTS_OF_TENSORS =
            belongToAnyOf(DType.class, DTypeMismatch.class, IndexOutOfRange.class, Shape.class, ShapeMismatch.class);

    @ArchTest
    static final ArchRule packagesFormNoRing = slices().matching("io.xianka.(**)")
            .should()
            .beFreeOfCycles()
            .ignoreDependency(DescribedPredicate.alwaysTrue(), FACTS_OF_TENSORS);

    private static ArchRule room(String name, String... required) {
        var allowed = new String[required.length + 2];
        allowed[0] = "java..";
        allowed[1] = "io.xianka." + name + "..";
        for (int i = 0; i < required.length; i++) {
            allowed[i + 2] = "io.xianka." + required[i] + "..";
        }
        return classes()
                .that()
                .resideInAPackage("io.xianka." + name + "..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(allowed);
    }
}
