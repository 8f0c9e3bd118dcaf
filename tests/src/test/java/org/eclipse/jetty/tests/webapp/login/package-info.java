/** Applications that log users in by Jakarta Security. */
package org.eclipse.jetty.tests.webapp.login;
