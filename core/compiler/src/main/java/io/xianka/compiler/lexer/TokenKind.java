package io.xianka.compiler.lexer;

/** What a token is. Keywords are words: the preprocessor treats them as identifiers. */
public enum TokenKind {
    /** The end of the text. */
    END("end of file"),
    IDENTIFIER("identifier", true),
    /** A preprocessing number: anything that starts like a number. */
    NUMBER("number"),
    CHARACTER("character literal"),
    STRING("string literal"),
    /** A quote without its partner, up to the end of the line. */
    UNTERMINATED("unterminated literal"),
    /** A character that starts no token. */
    OTHER("stray character"),

    /** {@code #pragma unroll}; the tokens of its factor follow, then PRAGMA_END. */
    PRAGMA_UNROLL("#pragma unroll"),
    PRAGMA_NOUNROLL("#pragma nounroll"),
    /** {@code #pragma pack}; its tokens follow, then PRAGMA_END. */
    PRAGMA_PACK("#pragma pack"),
    PRAGMA_END("end of #pragma"),

    LEFT_PAREN("("),
    RIGHT_PAREN(")"),
    LEFT_BRACKET("["),
    RIGHT_BRACKET("]"),
    LEFT_BRACE("{"),
    RIGHT_BRACE("}"),
    SEMICOLON(";"),
    COMMA(","),
    DOT("."),
    ELLIPSIS("..."),
    DOT_STAR(".*"),
    ARROW("->"),
    ARROW_STAR("->*"),
    COLON(":"),
    COLON_COLON("::"),
    QUESTION("?"),
    PLUS("+"),
    MINUS("-"),
    STAR("*"),
    SLASH("/"),
    PERCENT("%"),
    CARET("^"),
    AMPERSAND("&"),
    BAR("|"),
    TILDE("~"),
    NOT("!"),
    EQUAL("="),
    LESS("<"),
    GREATER(">"),
    PLUS_EQUAL("+="),
    MINUS_EQUAL("-="),
    STAR_EQUAL("*="),
    SLASH_EQUAL("/="),
    PERCENT_EQUAL("%="),
    CARET_EQUAL("^="),
    AMPERSAND_EQUAL("&="),
    BAR_EQUAL("|="),
    SHIFT_LEFT("<<"),
    SHIFT_RIGHT(">>"),
    SHIFT_LEFT_EQUAL("<<="),
    SHIFT_RIGHT_EQUAL(">>="),
    EQUAL_EQUAL("=="),
    NOT_EQUAL("!="),
    LESS_EQUAL("<="),
    GREATER_EQUAL(">="),
    AND_AND("&&"),
    OR_OR("||"),
    PLUS_PLUS("++"),
    MINUS_MINUS("--"),
    HASH("#"),
    HASH_HASH("##"),

    ALIGNAS("alignas", true),
    ALIGNOF("alignof", true),
    ASM("asm", true),
    AUTO("auto", true),
    BOOL("bool", true),
    BREAK("break", true),
    CASE("case", true),
    CATCH("catch", true),
    CHAR("char", true),
    CHAR16_T("char16_t", true),
    CHAR32_T("char32_t", true),
    CLASS("class", true),
    CONST("const", true),
    CONSTEXPR("constexpr", true),
    CONST_CAST("const_cast", true),
    CONTINUE("continue", true),
    DECLTYPE("decltype", true),
    DEFAULT("default", true),
    DELETE("delete", true),
    DO("do", true),
    DOUBLE("double", true),
    DYNAMIC_CAST("dynamic_cast", true),
    ELSE("else", true),
    ENUM("enum", true),
    EXPLICIT("explicit", true),
    EXTERN("extern", true),
    FALSE("false", true),
    FLOAT("float", true),
    FOR("for", true),
    FRIEND("friend", true),
    GOTO("goto", true),
    IF("if", true),
    INLINE("inline", true),
    INT("int", true),
    LONG("long", true),
    MUTABLE("mutable", true),
    NAMESPACE("namespace", true),
    NEW("new", true),
    NOEXCEPT("noexcept", true),
    NULLPTR("nullptr", true),
    OPERATOR("operator", true),
    PRIVATE("private", true),
    PROTECTED("protected", true),
    PUBLIC("public", true),
    REGISTER("register", true),
    REINTERPRET_CAST("reinterpret_cast", true),
    RETURN("return", true),
    SHORT("short", true),
    SIGNED("signed", true),
    SIZEOF("sizeof", true),
    STATIC("static", true),
    STATIC_ASSERT("static_assert", true),
    STATIC_CAST("static_cast", true),
    STRUCT("struct", true),
    SWITCH("switch", true),
    TEMPLATE("template", true),
    THIS("this", true),
    THREAD_LOCAL("thread_local", true),
    THROW("throw", true),
    TRUE("true", true),
    TRY("try", true),
    TYPEDEF("typedef", true),
    TYPEID("typeid", true),
    TYPENAME("typename", true),
    UNION("union", true),
    UNSIGNED("unsigned", true),
    USING("using", true),
    VIRTUAL("virtual", true),
    VOID("void", true),
    VOLATILE("volatile", true),
    WCHAR_T("wchar_t", true),
    WHILE("while", true),
    GLOBAL("__global__", true),
    DEVICE("__device__", true),
    HOST("__host__", true),
    SHARED("__shared__", true),
    CONSTANT("__constant__", true),
    MANAGED("__managed__", true),
    GRID_CONSTANT("__grid_constant__", true),
    FORCEINLINE("__forceinline__", true),
    NOINLINE("__noinline__", true),
    LAUNCH_BOUNDS("__launch_bounds__", true),
    CLUSTER_DIMS("__cluster_dims__", true),
    MAXNREG("__maxnreg__", true),
    ALIGN("__align__", true),
    RESTRICT("__restrict__", true),
    ATTRIBUTE("__attribute__", true),
    EXTENSION("__extension__", true),
    INT128("__int128", true),
    TYPEOF("__typeof__", true),
    UNDERLYING_TYPE("__underlying_type", true),
    OFFSETOF("__builtin_offsetof", true);

    private final String spelling;
    private final boolean word;

    TokenKind(String spelling) {
        this(spelling, false);
    }

    TokenKind(String spelling, boolean word) {
        this.spelling = spelling;
        this.word = word;
    }

    /** How it is written, or for the kinds with many spellings what it is called. */
    public String spelling() {
        return spelling;
    }

    /** True for identifiers and keywords. */
    public boolean isWord() {
        return word;
    }

    /** True for words with a meaning of their own. */
    public boolean isKeyword() {
        return word && this != IDENTIFIER;
    }
}
