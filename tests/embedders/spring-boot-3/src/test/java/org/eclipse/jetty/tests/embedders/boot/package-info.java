/** Spring Boot, versions 3 and 4, by the same sources: what differs between the two is the module that compiles them. */
package org.eclipse.jetty.tests.embedders.boot;
