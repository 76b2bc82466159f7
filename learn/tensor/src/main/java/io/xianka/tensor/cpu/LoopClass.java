package io.xianka.tensor.cpu;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.util.function.Consumer;

/** Classes of one method, {@code run}, that is written as bytecode. */
final class LoopClass {
    private LoopClass() {}

    /**
     * {@return the class file}
     *
     * @param name the class's, in this package
     * @param implemented what it implements, an interface of this package with the method alone
     * @param run the method's type
     * @param code writes the method up to its return
     */
    static byte[] written(String name, Class<?> implemented, MethodTypeDesc run, Consumer<CodeBuilder> code) {
        return ClassFile.of().build(ClassDesc.of(LoopClass.class.getPackageName(), name), type -> {
            type.withFlags(ClassFile.ACC_FINAL);
            type.withInterfaceSymbols(ClassDesc.of(implemented.getName()));
            type.withMethodBody(
                    ConstantDescs.INIT_NAME,
                    ConstantDescs.MTD_void,
                    ClassFile.ACC_PUBLIC,
                    body -> body.aload(0)
                            .invokespecial(ConstantDescs.CD_Object, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
                            .return_());
            type.withMethodBody("run", run, ClassFile.ACC_PUBLIC, body -> {
                code.accept(body);
                body.return_();
            });
        });
    }

    /** {@return an object of the class} */
    static <T> T object(byte[] written, Class<T> implemented) {
        try {
            return implemented.cast(MethodHandles.lookup()
                    .defineHiddenClass(written, true)
                    .lookupClass()
                    .getDeclaredConstructor()
                    .newInstance());
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
