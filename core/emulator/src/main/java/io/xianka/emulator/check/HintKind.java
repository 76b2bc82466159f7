package io.xianka.emulator.check;

import java.util.Locale;

/** What costs a GPU time, in Nsight Compute's terms. */
public enum HintKind {
    /** Global loads that fetch more 32-byte sectors than their bytes need. */
    UNCOALESCED_LOAD,
    /** Global stores that touch more 32-byte sectors than their bytes need. */
    UNCOALESCED_STORE,
    /** Lanes that need different words of one shared memory bank. */
    BANK_CONFLICT,
    /** Branches at which the lanes of a warp part. */
    DIVERGENT_BRANCH,
    /** Loads and stores of local memory. */
    LOCAL_TRAFFIC;

    /** {@code uncoalesced-load}: as in reports for programs. */
    public String json() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
