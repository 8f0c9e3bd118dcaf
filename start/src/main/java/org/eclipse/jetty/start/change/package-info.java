/**
 * What is written into a base: ini files, the files that modules bring, downloads.
 */
@NullMarked
package org.eclipse.jetty.start.change;

import org.jspecify.annotations.NullMarked;
