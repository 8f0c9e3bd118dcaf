/** Attacks a server that is started for it, and reports what held. */
package org.eclipse.jetty.operations.selftest;
