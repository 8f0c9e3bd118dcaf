/**
 * {@code --pack}: makes one jar of a base, the modules that it enables and their libraries, which starts by {@code java -jar}.
 *
 * <pre>
 * META-INF/MANIFEST.MF        main class of {@code boot}
 * META-INF/bootable.txt       arguments of the pack command that each start gets, one per line
 * org/eclipse/jetty/start/    the classes of start.jar
 * bootable/home/              modules, XML files and libraries that the modules name
 * bootable/base/              the base: ini files, applications, resources
 * </pre>
 *
 * <p>Libraries and applications are compressed already, and are stored as they are, so that a start copies bytes. The room {@code boot} reads
 * what this one writes.
 */
@NullMarked
package org.eclipse.jetty.start.pack;

import org.jspecify.annotations.NullMarked;
