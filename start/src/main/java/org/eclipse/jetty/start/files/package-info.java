/**
 * The files and directories that everything is read from: home and base, ini files, XML elements, versions. Knows nothing of what they
 * mean.
 */
@NullMarked
package org.eclipse.jetty.start.files;

import org.jspecify.annotations.NullMarked;
