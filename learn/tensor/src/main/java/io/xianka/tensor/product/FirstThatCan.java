package io.xianka.tensor.product;

import io.xianka.driver.Stream;

/** The library for what it supports, the own kernels for the rest. */
record FirstThatCan(Products library, Products own) implements Products {

    private Products forProduct(Product product) {
        return library.supports(product) ? library : own;
    }

    @Override
    public String how() {
        return library.how();
    }

    @Override
    public boolean supports(Product product) {
        return library.supports(product) || own.supports(product);
    }

    @Override
    public long workspaceBytes(Product product) {
        return forProduct(product).workspaceBytes(product);
    }

    @Override
    public void enqueue(Stream stream, Product product, long a, long b, long c, long d, long bias, long workspace) {
        forProduct(product).enqueue(stream, product, a, b, c, d, bias, workspace);
    }
}
