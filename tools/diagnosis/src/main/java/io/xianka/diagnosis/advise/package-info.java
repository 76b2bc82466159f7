/**
 * Which card to get: the catalogue of cards, what work needs, and cards ranked for it.
 *
 * <p>Figures of cards: {@link io.xianka.diagnosis.advise.GpuCatalogue}. What transformer work holds, computes and moves: {@code
 * Formulas}, the one place for that, with the papers. What a GPT at hand holds by the engine's own plan: {@link
 * io.xianka.diagnosis.advise.PlannedGpt}. How work fits on some cards: {@code Planner}; how long it takes there:
 * {@link io.xianka.diagnosis.advise.Roofline}; which is best: {@link io.xianka.diagnosis.advise.Advisor}, where a reader
 * starts. Nothing here asks a device; facts about the machine at hand are in {@link io.xianka.diagnosis.facts}. docs/advise.md
 * is the user's page.
 */
package io.xianka.diagnosis.advise;
