package io.xianka.compiler.syntax;

/**
 * What the parser asks of the device library: whether a name that the program does not declare is a type or a template,
 * which decides how the text around it parses.
 */
public interface LibraryNames {

    /** What a name of the library is. */
    enum Kind {
        /** The library does not know it. */
        NONE,
        /** A class, enum or alias. */
        TYPE,
        /** A class or alias template. */
        TYPE_TEMPLATE,
        /** A function template or variable template. */
        VALUE_TEMPLATE,
        /** A function or variable. */
        VALUE,
        NAMESPACE
    }

    /** What a name is; a qualified one as {@code cooperative_groups::thread_block}. */
    Kind kindOf(String name);

    /** A library without names. */
    static LibraryNames none() {
        return name -> Kind.NONE;
    }
}
