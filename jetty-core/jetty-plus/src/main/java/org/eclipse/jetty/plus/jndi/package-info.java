/**
 * What administrators make for applications: settings, resources and links, each in a scope.
 *
 * <pre>
 * scope          given as                        for
 * application    the web application             it alone
 * environment    an Environment, or its name     the web applications of ee10, for instance
 * server         the Server                      all applications of the server
 * JVM            null                            all applications of the JVM; also a name of the initial context
 * </pre>
 *
 * <pre>
 * EnvEntry      a setting; is in java:comp/env of each application of its scope
 * Resource      an object, or a reference that makes one; is in java:comp/env of applications that refer to its name
 * Link          the name that an application refers to stands for another one
 * Transaction   java:comp/UserTransaction
 * </pre>
 *
 * An application takes the entry of its narrowest scope. A scope holds its entries as an attribute of its own, so that they
 * go with it.
 */
@NullMarked
package org.eclipse.jetty.plus.jndi;

import org.jspecify.annotations.NullMarked;
