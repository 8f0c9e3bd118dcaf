/** Factories that make what references in a directory stand for. */
package org.eclipse.jetty.ee10.jndi.factories;
