/** The terms of FastCGI, and what scripts are named by. */
package org.eclipse.jetty.fcgi;
