@NullMarked
package org.eclipse.jetty.ee10.servlet.listener;

import org.jspecify.annotations.NullMarked;
