package io.xianka.nn.text;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import com.knuddels.jtokkit.api.IntArrayList;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * GPT-2's tokens: 50,256 pairs of bytes joined by the frequency of text on the web, and {@value #END_OF_TEXT} between documents. Any
 * text has tokens, and tokens give its bytes back; half a surrogate pair, which has no bytes, becomes U+FFFD. The vocabulary and the
 * joining are those of jtokkit; the tokens are held to OpenAI's tiktoken.
 */
public final class GptTokenizer implements Tokenizer {
    /** What parts documents, as text. */
    public static final String END_OF_TEXT = "<|endoftext|>";

    private static final int END = 50_256;

    /** Read once: the vocabulary takes part of a second. */
    private static final class Once {
        private static final GptTokenizer GPT2 =
                new GptTokenizer(Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.R50K_BASE));
    }

    private final Encoding encoding;

    private GptTokenizer(Encoding encoding) {
        this.encoding = encoding;
    }

    /** {@return GPT-2's, which GPT-3's first models share} */
    public static GptTokenizer gpt2() {
        return Once.GPT2;
    }

    @Override
    public int vocabularySize() {
        return END + 1;
    }

    @Override
    public OptionalInt endOfText() {
        return OptionalInt.of(END);
    }

    /** {@return the tokens of a text, in which {@value #END_OF_TEXT} is one} */
    @Override
    public int[] encode(String text) {
        var tokens = IntStream.builder();
        int from = 0;
        for (int end = text.indexOf(END_OF_TEXT); end >= 0; end = text.indexOf(END_OF_TEXT, from)) {
            Arrays.stream(encodeOrdinary(text.substring(from, end))).forEach(tokens::add);
            tokens.add(END);
            from = end + END_OF_TEXT.length();
        }
        Arrays.stream(encodeOrdinary(text.substring(from))).forEach(tokens::add);
        return tokens.build().toArray();
    }

    /** {@return the tokens of a text of strangers, in which {@value #END_OF_TEXT} is but letters} */
    public int[] encodeOrdinary(String text) {
        return encoding.encodeOrdinary(withoutHalves(text)).toArray();
    }

    private static String withoutHalves(String text) {
        if (text.chars().noneMatch(c -> Character.isSurrogate((char) c))) {
            return text;
        }
        int[] whole = text.codePoints()
                .map(c -> Character.getType(c) == Character.SURROGATE ? 0xFFFD : c)
                .toArray();
        return new String(whole, 0, whole.length);
    }

    @Override
    public byte[] bytes(int token) {
        if (token < 0 || token > END) {
            throw new IllegalArgumentException(
                    "GPT-2's tokenizer: there is no token " + token + "; they are 0 to " + END);
        }
        var one = new IntArrayList(1);
        one.add(token);
        return encoding.decodeBytes(one);
    }

    @Override
    public void save(Path file) {
        TokenizerFile.write(file, TokenizerFile.GPT2, null);
    }
}
