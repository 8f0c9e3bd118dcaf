/**
 * What was asked for, as plain data: options, properties with their origins, environments with their libraries and XML files. The room
 * {@code session} fills it.
 */
@NullMarked
package org.eclipse.jetty.start.config;

import org.jspecify.annotations.NullMarked;
