/** Judges machines and cards from facts. */
package io.xianka.diagnosis;
