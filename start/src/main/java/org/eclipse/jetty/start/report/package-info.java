/**
 * What is printed of a base: configuration, modules, properties, the help text, completions for shells. Changes nothing.
 */
@NullMarked
package org.eclipse.jetty.start.report;

import org.jspecify.annotations.NullMarked;
