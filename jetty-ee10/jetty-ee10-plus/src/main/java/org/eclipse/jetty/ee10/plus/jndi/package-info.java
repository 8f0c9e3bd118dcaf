/** Entries that need types of the environment's API. */
package org.eclipse.jetty.ee10.plus.jndi;
