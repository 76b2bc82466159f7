/**
 * Tables of facts as CSV files (RFC 4180): the product's own, in resources, and the user's. {@link
 * io.xianka.diagnosis.table.CsvTable} reads one; a cell that is wrong is refused with its row and column.
 */
package io.xianka.diagnosis.table;
