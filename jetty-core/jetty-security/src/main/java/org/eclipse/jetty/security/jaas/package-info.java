/**
 * Login by the Java Authentication and Authorization Service: the realm is an entry of the JAAS configuration, whose login modules
 * know the users.
 *
 * <pre>
 * main {
 *   org.eclipse.jetty.security.jaas.spi.PropertyFileLoginModule required file="etc/realm.properties";
 * };
 * </pre>
 */
@NullMarked
package org.eclipse.jetty.security.jaas;

import org.jspecify.annotations.NullMarked;
