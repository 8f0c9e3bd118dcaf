/** Pages that the server writes itself. */
package org.eclipse.jetty.server.internal.page;
