package io.xianka.diagnosis.compatibility;

import java.util.regex.Pattern;

/** What trade a card is made for: it decides about forward compatibility. */
public enum CardClass {
    DATA_CENTRE("data-centre card"),
    WORKSTATION("workstation card"),
    CONSUMER("consumer card"),
    JETSON("Jetson"),
    UNKNOWN("card of unknown class");

    private static final Pattern JETSON_NAME = Pattern.compile("(?i).*\\b(jetson|tegra|orin|xavier|thor|nano)\\b.*");
    private static final Pattern WORKSTATION_NAME =
            Pattern.compile("(?i).*\\b(quadro|rtx\\s+pro|rtx\\s+a\\d{3,4}|rtx\\s+\\d{4}\\s+(sff\\s+)?ada)\\b.*");
    private static final Pattern CONSUMER_NAME = Pattern.compile("(?i).*\\b(geforce|titan|gtx|rtx|mx\\d{3})\\b.*");
    private static final Pattern DATA_CENTRE_NAME = Pattern.compile(
            "(?i).*\\b(tesla|grid|dgx|hgx|(a2|a10g?|a16|a30|a40|a100|a800|h20|h100|h200|h800|gh200|b100|b200|b300|gb200|gb300"
                    + "|l4|l20|l40s?|t4g?|v100|v100s|p4|p40|p100|k80|m60)([- ]?(sxm|pcie|nvl).*)?)\\b.*");

    private final String words;

    CardClass(String words) {
        this.words = words;
    }

    /** For messages: {@code data-centre card}. */
    public String words() {
        return words;
    }

    /** What a card's name tells; {@link #UNKNOWN} where it tells nothing. */
    public static CardClass of(String name) {
        if (JETSON_NAME.matcher(name).matches()) {
            return JETSON;
        }
        if (WORKSTATION_NAME.matcher(name).matches()) {
            return WORKSTATION;
        }
        if (CONSUMER_NAME.matcher(name).matches()) {
            return CONSUMER;
        }
        return DATA_CENTRE_NAME.matcher(name).matches() ? DATA_CENTRE : UNKNOWN;
    }
}
