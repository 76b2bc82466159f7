package io.xianka.diagnosis.errors;

/** How far advice rests on a source that anybody can look up. */
public enum AdviceBasis {
    CITED("cited"),
    /** What it means is cited; part of what to do is practice. */
    CITED_IN_PART("cited in part"),
    /** Practice: the source gives the name and meaning, not the advice. */
    GENERAL("general");

    private final String text;

    AdviceBasis(String text) {
        this.text = text;
    }

    /** As the tables write it. */
    public String text() {
        return text;
    }
}
