package io.xianka.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.xianka.diagnosis.advise.Advice;
import io.xianka.diagnosis.advise.AdviceRequest;
import io.xianka.diagnosis.advise.MemoryNeed;
import io.xianka.diagnosis.advise.ModelShape;
import io.xianka.diagnosis.advise.Price;
import io.xianka.diagnosis.advise.Proposal;
import io.xianka.diagnosis.advise.Roofline;
import io.xianka.diagnosis.advise.Workload;
import java.util.List;
import java.util.Locale;

/** An advice as JSON: SI units in the names of keys, US dollars, unknown figures left out. */
final class AdviseJson {

    private final Money money;

    AdviseJson(Money money) {
        this.money = money;
    }

    ObjectNode of(Advice advice) {
        var root = JsonNodeFactory.instance.objectNode();
        root.set("request", request(advice.request()));
        root.set("memory_bytes", memory(advice.need()));
        put(root, "ranked", advice.ranked(), advice.request());
        put(root, "unpriced", advice.unpriced(), advice.request());
        var refused = root.putArray("refused");
        for (var refusal : advice.refused()) {
            var node = refused.addObject();
            node.put("card", refusal.card().name());
            node.put("count", refusal.count());
            node.put("reason", lower(refusal.reason()));
            String unit = switch (refusal.reason()) {
                case OVER_BUDGET -> "usd";
                case TOO_LITTLE_MEMORY, MEMORY_UNKNOWN, NO_BF16, NOT_FOR_RENT, COMPUTE_ONLY, NO_RAY_TRACING -> "bytes";
            };
            refusal.needed().ifPresent(value -> node.put("needed_" + unit, value));
            refusal.there().ifPresent(value -> node.put("there_" + unit, value));
        }
        var reliefs = root.putArray("reliefs");
        for (var relief : advice.reliefs()) {
            var node = reliefs.addObject();
            node.put("change", lower(relief.change()));
            node.set("memory_bytes", memory(relief.need()));
            relief.smallest().ifPresent(card -> node.put("smallest_card", card.name()));
        }
        return root;
    }

    private ObjectNode request(AdviceRequest request) {
        var node = JsonNodeFactory.instance.objectNode();
        node.put("for", request.purpose().text());
        node.put("rent", request.rent());
        request.budgetUsd().ifPresent(budget -> node.put("budget_usd", budget));
        node.put("cny_per_usd", money.exchange().cnyPerUsd());
        money.exchange().asOf().ifPresent(day -> node.put("cny_per_usd_as_of", day.toString()));
        node.put("today", request.today().toString());
        switch (request.work()) {
            case Workload.Training work -> {
                model(node, work.model());
                node.put("precision", work.precision().text());
                node.put("optimizer", work.optimizer().text());
                node.put("batch", work.batch());
                node.put("sequence", work.sequence());
                node.put("fused_attention", work.fusedAttention());
            }
            case Workload.Inference work -> {
                model(node, work.model());
                node.put("precision", work.precision().text());
                node.put("batch", work.batch());
                node.put("sequence", work.sequence());
            }
            case Workload.Rendering work -> {
                node.put("width", work.width());
                node.put("height", work.height());
                node.put("ray_tracing", work.rayTracing());
                node.put("scene_bytes", work.sceneBytes());
            }
        }
        return node;
    }

    private static void model(ObjectNode node, ModelShape model) {
        node.put("parameters", model.parameters());
        node.put("layers", model.layers());
        node.put("hidden", model.hidden());
        node.put("heads", model.heads());
        node.put("kv_heads", model.keyHeads());
        node.put("vocabulary", model.vocabulary());
    }

    /** Terms and their sum. */
    private static ObjectNode memory(MemoryNeed need) {
        var node = JsonNodeFactory.instance.objectNode();
        need.terms().forEach((term, bytes) -> node.put(lower(term), Math.round(bytes)));
        node.put("total", Math.round(need.bytes()));
        node.put("basis", need.isPlanned() ? "planned" : "formula");
        return node;
    }

    private static void put(ObjectNode root, String key, List<Proposal> proposals, AdviceRequest request) {
        var array = root.putArray(key);
        for (var proposal : proposals) {
            var node = array.addObject();
            var plan = proposal.plan();
            node.put("count", plan.count());
            node.set("card", CardTable.json(proposal.card()));
            node.put("split", lower(plan.split()));
            var measures = node.putArray("measures");
            plan.measures().stream().sorted().forEach(measure -> measures.add(lower(measure)));
            if (plan.microBatch() > 0) {
                node.put("micro_batch", plan.microBatch());
            }
            node.set("memory_bytes", memory(plan.need()));
            node.put("usable_bytes", Math.round(proposal.usableBytes()));
            plan.time().ifPresent(time -> node.set("time", time(time)));
            proposal.perSecond().ifPresent(rate -> node.put("tokens_per_second", rate));
            proposal.price().ifPresent(price -> price(node.putObject("price"), price, request));
            proposal.perUnit().ifPresent(usd -> node.put(unit(request), usd));
            proposal.supplyWatts().ifPresent(watts -> node.put("power_supply_w", watts));
            proposal.joinedByNvlink().ifPresent(joined -> node.put("joined_by_nvlink", joined));
            proposal.toolkits().ifPresent(toolkits -> {
                node.put("first_toolkit", toolkits.firstToolkit().toString());
                toolkits.lastToolkit().ifPresent(last -> node.put("last_toolkit", last.toString()));
            });
        }
    }

    private static String unit(AdviceRequest request) {
        if (request.work() instanceof Workload.Rendering) {
            return request.rent() ? "usd_per_hour_and_tflops" : "usd_per_tflops";
        }
        return request.rent() ? "usd_per_million_tokens" : "usd_per_thousand_tokens_per_second";
    }

    private static ObjectNode time(Roofline time) {
        var node = JsonNodeFactory.instance.objectNode();
        node.put("seconds", time.seconds());
        node.put("bound", lower(time.bound()));
        node.put("compute_seconds", time.computeSeconds());
        node.put("memory_seconds", time.memorySeconds());
        node.put("link_seconds", time.linkSeconds());
        node.put("flops", time.cost().flops());
        node.put("tflops", time.rate().tflops());
        node.put("tflops_at_least", time.rate().atLeast());
        node.put("efficiency", time.efficiency());
        node.put("bytes", time.cost().bytes());
        node.put("memory_bytes_per_second", time.memoryBytesPerSecond());
        node.put("exchanged_bytes", time.cost().exchangedBytes());
        node.put("link_bytes_per_second", time.linkBytesPerSecond());
        return node;
    }

    private static void price(ObjectNode node, Price price, AdviceRequest request) {
        node.put("usd", price.usd());
        node.put("old", price.isOld(request.today()));
        node.put("source", price.source());
        switch (price) {
            case Price.Launch launch -> {
                node.put("of", "launch");
                launch.launched().ifPresent(month -> node.put("as_of", month.toString()));
            }
            case Price.Hour hour -> {
                node.put("of", "hour");
                node.put("provider", hour.offer().provider());
                node.put("instance", hour.offer().instance());
                hour.offer().asOf().ifPresent(day -> node.put("as_of", day.toString()));
            }
        }
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
