/** The web server of Artemis on the environment ee9 of this build. */
package org.eclipse.jetty.tests.embedders.artemis;
