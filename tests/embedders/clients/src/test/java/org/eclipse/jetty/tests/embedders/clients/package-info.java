/** Libraries that stand on the HTTP client, as they are published. */
package org.eclipse.jetty.tests.embedders.clients;
