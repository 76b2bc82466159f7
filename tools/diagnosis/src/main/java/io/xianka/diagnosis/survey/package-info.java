/**
 * Looks at a machine and says what is there, in the words of {@code io.xianka.diagnosis.facts}.
 *
 * <p>What lives here: one class a topic, each reading files, asking a native library or starting a short-lived command. What
 * does not: judgement. Everything is read through {@code Host}, whose root, environment and commands tests replace, so
 * that a folder can stand for a machine.
 *
 * <p>Open {@link io.xianka.diagnosis.survey.MachineSurvey} first. What could name a user or hold a secret goes through
 * {@code Privacy}.
 */
package io.xianka.diagnosis.survey;
