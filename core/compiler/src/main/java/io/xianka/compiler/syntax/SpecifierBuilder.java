package io.xianka.compiler.syntax;

import io.xianka.compiler.source.SourceSpan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Gathers the words and attributes before, within and behind a declaration. */
final class SpecifierBuilder {
    final EnumSet<Specifier> words = EnumSet.noneOf(Specifier.class);
    final List<Specifiers.Alignment> alignments = new ArrayList<>(0);
    final List<Specifiers.Attribute> attributes = new ArrayList<>(0);
    Specifiers.LaunchBounds launchBounds;

    Specifiers build(SourceSpan span) {
        if (words.isEmpty() && launchBounds == null && alignments.isEmpty() && attributes.isEmpty()) {
            return Specifiers.none(span);
        }
        return new Specifiers(
                span,
                words.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(words)),
                launchBounds,
                List.copyOf(alignments),
                List.copyOf(attributes));
    }

    void bound(Specifiers.LaunchBounds more) {
        Specifiers.LaunchBounds before = launchBounds;
        if (before == null) {
            launchBounds = more;
            return;
        }
        launchBounds = new Specifiers.LaunchBounds(
                before.span(),
                more.maxThreads() != null ? more.maxThreads() : before.maxThreads(),
                more.minBlocks() != null ? more.minBlocks() : before.minBlocks(),
                more.maxClusterBlocks() != null ? more.maxClusterBlocks() : before.maxClusterBlocks(),
                more.maxRegisters() != null ? more.maxRegisters() : before.maxRegisters(),
                more.clusterDims().isEmpty() ? before.clusterDims() : more.clusterDims());
    }
}
