/** The xianka command. */
package io.xianka.cli;
