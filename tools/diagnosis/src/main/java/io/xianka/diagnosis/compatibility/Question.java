package io.xianka.diagnosis.compatibility;

import java.util.Optional;

/** Whether a toolkit's programs run with a driver on a card. Each part may be open: then the answer says what it may be. */
public record Question(
        Optional<ToolkitRelease> toolkit, Optional<DriverVersion> driver, Optional<Card> card, boolean windows) {}
