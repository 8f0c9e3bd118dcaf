/**
 * {@code .mod} files: their sections, the registry of all of them, and the settings that their ini templates offer.
 */
@NullMarked
package org.eclipse.jetty.start.modules;

import org.jspecify.annotations.NullMarked;
