package io.xianka.cli;

import io.xianka.diagnosis.advise.GpuCard;
import io.xianka.diagnosis.advise.GpuCatalogue;
import io.xianka.diagnosis.advise.UnknownCardException;
import io.xianka.diagnosis.compatibility.Card;
import io.xianka.driver.ComputeCapability;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** A card as a user names it: by its name in the catalogue, or by its compute capability. */
final class NamedCard {
    private static final Pattern CAPABILITY = Pattern.compile("(?:sm_|compute_)?(\\d{1,2})[.]?(\\d)");

    private NamedCard() {}

    static Card of(String written) throws UsageException {
        var capability = CAPABILITY.matcher(written.strip());
        if (capability.matches()) {
            var parsed =
                    new ComputeCapability(Integer.parseInt(capability.group(1)), Integer.parseInt(capability.group(2)));
            return Card.of("a card", Optional.of(parsed));
        }
        List<GpuCard> matching = GpuCatalogue.builtIn().matching(written);
        var capabilities =
                matching.stream().map(GpuCard::computeCapability).distinct().toList();
        if (capabilities.size() == 1) {
            // Several cards of one name differ in memory only.
            return Card.of(matching.size() == 1 ? matching.getFirst().name() : written, capabilities.getFirst());
        }
        try {
            var card = GpuCatalogue.builtIn().require(written);
            return Card.of(card.name(), card.computeCapability());
        } catch (UnknownCardException unknown) {
            throw new UsageException("--device " + written + ": " + unknown.getMessage()
                    + "; or give its compute capability: --device 8.9");
        }
    }
}
