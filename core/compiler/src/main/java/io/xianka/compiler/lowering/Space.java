package io.xianka.compiler.lowering;

import io.xianka.ptx.StateSpace;

/** Where a pointer points, as far as is known. */
enum Space {
    GENERIC(StateSpace.GENERIC),
    GLOBAL(StateSpace.GLOBAL),
    SHARED(StateSpace.SHARED),
    CONSTANT(StateSpace.CONST),
    LOCAL(StateSpace.LOCAL);

    final StateSpace state;

    Space(StateSpace state) {
        this.state = state;
    }
}
