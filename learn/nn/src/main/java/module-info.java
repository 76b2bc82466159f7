/** Training: layers, optimizers, schedules, gradient scaling, text, over tensors. */
module io.xianka.nn {
    requires transitive io.xianka.tensor;
    requires com.fasterxml.jackson.databind;
    requires jtokkit;

    exports io.xianka.nn;
    exports io.xianka.nn.data;
    exports io.xianka.nn.pretrained;
    exports io.xianka.nn.text;
    exports io.xianka.nn.training;
}
