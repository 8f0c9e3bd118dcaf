/**
 * What the Maven plugins of all environments share: the settings of their goals, overlays, the server around an application, and
 * processes of their own for it.
 *
 * <p>Types that the configuration of a goal names, such as {@link org.eclipse.jetty.maven.MavenResource}, are here, too.
 */
@NullMarked
package org.eclipse.jetty.maven;

import org.jspecify.annotations.NullMarked;
