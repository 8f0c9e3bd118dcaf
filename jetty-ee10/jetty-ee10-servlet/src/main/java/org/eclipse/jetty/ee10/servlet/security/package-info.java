@NullMarked
package org.eclipse.jetty.ee10.servlet.security;

import org.jspecify.annotations.NullMarked;
