package io.xianka.cli.train;

import io.xianka.nn.data.DataException;
import io.xianka.nn.data.TextFile;
import io.xianka.nn.data.TokenFile;
import io.xianka.nn.data.Tokens;
import io.xianka.nn.text.CharacterTokenizer;
import io.xianka.nn.text.GptTokenizer;
import io.xianka.nn.text.Tokenizer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What is learnt, as tokens, and how many different ones there are.
 *
 * @param source what it is, for messages
 * @param tokenizer of the text; none where the file had tokens
 */
public record TrainingData(String source, Tokens tokens, long vocabulary, Optional<Tokenizer> tokenizer)
        implements AutoCloseable {
    /** The text that is there when none is given: public domain, in the resources and in the examples. */
    private static final String EXAMPLE = "kjv-new-testament.txt";

    /** Read in a second. */
    private static final long MOST_CHECKED = 1L << 29;

    /** The New Testament in the King James Version. */
    public static String exampleText() {
        try (InputStream text = TrainingData.class.getResourceAsStream("/io/xianka/cli/" + EXAMPLE)) {
            if (text == null) {
                throw new IllegalStateException(EXAMPLE + " is not in this build; name a text with --text FILE");
            }
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A text, by the tokenizer that it was learnt with before, else by its own characters, or by GPT-2's tokens. */
    public static TrainingData ofText(String source, String text, ModelSize model, Optional<Tokenizer> known) {
        Tokenizer tokenizer = known.orElseGet(() -> model.isGpt2() ? GptTokenizer.gpt2() : CharacterTokenizer.of(text));
        return new TrainingData(
                source, Tokens.of(source, tokenizer.encode(text)), tokenizer.vocabularySize(), Optional.of(tokenizer));
    }

    /** A file of text. */
    public static TrainingData ofTextFile(Path file, ModelSize model, Optional<Tokenizer> known) {
        return ofText(file.toString(), TextFile.read(file), model, known);
    }

    /** A file of tokens, each looked at now, or, where there are very many, when it is learnt. */
    public static TrainingData ofTokenFile(Path file, TokenFile.Width width, long vocabulary) {
        TokenFile tokens = TokenFile.open(file, width);
        if (tokens.count() <= MOST_CHECKED) {
            try {
                tokens.check(vocabulary);
            } catch (DataException e) {
                tokens.close();
                throw e;
            }
        }
        return new TrainingData(file.toString(), tokens, vocabulary, Optional.empty());
    }

    @Override
    public void close() {
        if (tokens instanceof TokenFile file) {
            file.close();
        }
    }
}
