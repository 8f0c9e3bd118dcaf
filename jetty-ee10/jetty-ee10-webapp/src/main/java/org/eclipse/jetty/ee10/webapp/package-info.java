/**
 * Web applications: WAR files and directories of the same layout. The way of a start:
 *
 * <pre>
 * WebAppContext           the application: where it lies, its class loader, its configurations
 *   Configurations        one aspect each, in order: each prepares, then configures
 *     WebXmlConfiguration finds the descriptors, which MetaData keeps, with the fragments and annotations of libraries
 *   MetaData              orders them, and has each applied
 *     DescriptorProcessor makes servlets, filters, constraints of the elements of one descriptor
 * </pre>
 */
@NullMarked
package org.eclipse.jetty.ee10.webapp;

import org.jspecify.annotations.NullMarked;
