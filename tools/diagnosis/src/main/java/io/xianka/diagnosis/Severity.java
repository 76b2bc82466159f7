package io.xianka.diagnosis;

/** How much a finding matters. */
public enum Severity {
    /** Nothing works until it is mended. */
    ERROR,
    /** Works, with less than the machine could give, or will stop working. */
    WARNING,
    /** Worth knowing. */
    NOTE
}
