package io.xianka.nn.data;

import io.xianka.tensor.DType;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;

/** Images, each with a label, as MNIST and its kin: an example has the two parts of the two files, one image and one label. */
public final class LabelledImages implements Dataset {
    private final IdxFile images;
    private final IdxFile labels;
    private final List<Part> parts;

    /**
     * Of two arrays, examples first.
     *
     * @throws DataException when there are none, or not as many labels as images, or a label is no whole number
     */
    public LabelledImages(IdxFile images, IdxFile labels) {
        if (images.shape().rank() < 2
                || labels.shape().rank() != 1
                || !labels.dtype().isInteger()) {
            throw new DataException(
                    labels.file(),
                    "images " + images.dtype() + images.shape() + " and labels " + labels.dtype() + labels.shape()
                            + ": images have two axes or more, labels one, of whole numbers; name images first");
        }
        if (!images.shape().slice(0, 1).equals(labels.shape())) {
            throw new DataException(
                    labels.file(),
                    "has " + labels.shape().size(0) + " labels, and " + images.file() + " has "
                            + images.shape().size(0) + " images; they do not belong together");
        }
        if (labels.shape().size(0) == 0) {
            throw new DataException(labels.file(), "is empty; there is nothing to learn from");
        }
        this.images = images;
        this.labels = labels;
        DType type = labels.dtype();
        parts = List.of(
                new Part(images.shape().slice(1, images.shape().rank()), images.dtype()),
                new Part(labels.shape().slice(1, 1), type));
    }

    /** Reads two IDX files. */
    public static LabelledImages read(Path images, Path labels) {
        return new LabelledImages(IdxFile.read(images), IdxFile.read(labels));
    }

    @Override
    public long count() {
        return labels.shape().size(0);
    }

    @Override
    public List<Part> parts() {
        return parts;
    }

    @Override
    public void write(long epoch, long example, List<MemorySegment> into) {
        copy(images.data(), example, into.get(0));
        copy(labels.data(), example, into.get(1));
    }

    private static void copy(MemorySegment all, long example, MemorySegment into) {
        MemorySegment.copy(all, example * into.byteSize(), into, 0, into.byteSize());
    }
}
