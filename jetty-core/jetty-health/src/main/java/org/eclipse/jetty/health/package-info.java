/** Health checks, and the pages that show their results. */
package org.eclipse.jetty.health;
