/**
 * The directory of a web application, and what is injected into its objects (Servlet sections 5.5 and 15.5, Jakarta EE platform chapter 5).
 *
 * <pre>
 * EnvConfiguration    java:comp for the application; settings of its scopes; WEB-INF/jetty-ee10-env.xml
 * PlusConfiguration   env-entry, resource-ref and their like of descriptors; injection; life-cycle methods; UserTransaction
 * </pre>
 *
 * A reference is looked for as {@link org.eclipse.jetty.ee10.plus.webapp.ResourceReferences} says. One that descriptors have, and that
 * nothing is found for, fails the deployment; one of an annotation is warned of, and fails what it is injected into.
 */
@NullMarked
package org.eclipse.jetty.ee10.plus.webapp;

import org.jspecify.annotations.NullMarked;
