/** Authentication modules, and a base for others. */
package org.eclipse.jetty.ee10.security.jaspi.modules;
