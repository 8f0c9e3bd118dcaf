/**
 * {@code --check}: looks for what is wrong with a base, and reports the place, what was expected and the remedy of each finding.
 */
@NullMarked
package org.eclipse.jetty.start.check;

import org.jspecify.annotations.NullMarked;
