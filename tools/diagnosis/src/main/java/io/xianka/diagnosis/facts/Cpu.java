package io.xianka.diagnosis.facts;

/**
 * The host's processor.
 *
 * @param model as the kernel names it
 * @param processors how many the JVM may use, container limits included
 * @param processorsOfMachine how many the machine has
 */
public record Cpu(Fact<String> model, Fact<Integer> processors, Fact<Integer> processorsOfMachine) {}
