/** The goals of the Maven plugin for web applications of the environment ee10. */
@NullMarked
package org.eclipse.jetty.ee10.maven.plugin;

import org.jspecify.annotations.NullMarked;
