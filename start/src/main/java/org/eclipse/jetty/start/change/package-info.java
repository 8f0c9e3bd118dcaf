/**
 * What is written into a base: ini files, the files that modules bring, downloads.
 */
package org.eclipse.jetty.start.change;
