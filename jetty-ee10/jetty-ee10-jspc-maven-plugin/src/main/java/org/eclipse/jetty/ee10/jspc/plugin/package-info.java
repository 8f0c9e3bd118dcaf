/** The Maven plugin that compiles the pages of a web application before it runs. */
@NullMarked
package org.eclipse.jetty.ee10.jspc.plugin;

import org.jspecify.annotations.NullMarked;
