/**
 * What is printed of a base: configuration, modules, properties, the help text, completions for shells. Changes nothing.
 */
package org.eclipse.jetty.start.report;
