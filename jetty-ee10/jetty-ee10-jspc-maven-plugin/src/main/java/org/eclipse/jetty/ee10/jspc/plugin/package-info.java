/** The Maven plugin that compiles the pages of a web application before it runs. */
package org.eclipse.jetty.ee10.jspc.plugin;
