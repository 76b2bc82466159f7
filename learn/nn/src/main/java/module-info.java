/** Training: layers, optimizers, schedules, gradient scaling, over tensors. */
module io.xianka.nn {
    requires transitive io.xianka.tensor;

    exports io.xianka.nn;
}
