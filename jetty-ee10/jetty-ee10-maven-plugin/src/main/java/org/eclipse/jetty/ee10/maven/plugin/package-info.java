/** The goals of the Maven plugin for web applications of the environment ee10. */
package org.eclipse.jetty.ee10.maven.plugin;
