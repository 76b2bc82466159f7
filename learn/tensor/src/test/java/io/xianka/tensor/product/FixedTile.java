package io.xianka.tensor.product;

import io.xianka.driver.Device;

/** The same tile for every product. */
final class FixedTile extends ProductTiles {
    private final Choice choice;

    FixedTile(Device device, ProductTile tile, int parts) {
        super(device);
        this.choice = new Choice(tile, parts);
    }

    @Override
    Choice choose(Product product) {
        return choice;
    }
}
