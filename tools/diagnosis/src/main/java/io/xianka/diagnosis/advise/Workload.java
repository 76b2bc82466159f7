package io.xianka.diagnosis.advise;

/** What a card is wanted for. */
public sealed interface Workload {

    /**
     * Training a transformer by gradient steps.
     *
     * @param model its shape
     * @param precision of the arithmetic; 16-bit means mixed precision, with weights, gradients and moments in 32
     * @param optimizer what it keeps a weight
     * @param batch sequences of one step, over all cards
     * @param sequence tokens of a sequence
     * @param fusedAttention whether attention never writes its scores to memory (FlashAttention, Dao et al. 2022)
     */
    record Training(
            ModelShape model, Precision precision, Optimizer optimizer, int batch, int sequence, boolean fusedAttention)
            implements Workload {
        public Training {
            count("batch", batch);
            count("sequence", sequence);
            if (!precision.trains()) {
                throw new IllegalArgumentException(
                        "precision " + precision.text() + " is for inference; training takes fp32, tf32, fp16 or bf16");
            }
        }

        /** Tokens of one step. */
        public double tokens() {
            return (double) batch * sequence;
        }
    }

    /**
     * Generating text.
     *
     * @param model its shape
     * @param precision of the weights
     * @param batch sequences generated together
     * @param sequence tokens of prompt and answer together
     */
    record Inference(ModelShape model, Precision precision, int batch, int sequence) implements Workload {
        public Inference {
            count("batch", batch);
            count("sequence", sequence);
        }
    }

    /**
     * Drawing frames.
     *
     * @param width pixels of a row
     * @param height rows
     * @param rayTracing whether rays are traced
     * @param sceneBytes textures and geometry of the scene
     */
    record Rendering(int width, int height, boolean rayTracing, double sceneBytes) implements Workload {
        public Rendering {
            count("width", width);
            count("height", height);
            if (!(sceneBytes >= 0 && sceneBytes <= 1e14)) {
                throw new IllegalArgumentException(sceneBytes + " bytes of scene: write from 0 to 1e14");
            }
        }

        /** Pixels of a frame. */
        public double pixels() {
            return (double) width * height;
        }
    }

    private static void count(String what, int value) {
        if (value < 1 || value > 100_000_000) {
            throw new IllegalArgumentException(what + " " + value + ": write a number from 1 to 100000000");
        }
    }
}
