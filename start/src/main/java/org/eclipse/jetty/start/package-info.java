/**
 * start.jar: puts a server together from modules and ini files, reports on that, checks it, or starts it.
 *
 * <pre>
 * arguments ─┐
 * start.d ───┼─> ArgumentParser ─> StartConfig ─> ModuleGraph ─> Resolver ─> CommandLine ─> Launcher   a server
 * *.mod ─────┘        │                                              │
 *                     └── each value keeps its Origin (file:line)    ├─> ConfigReport, ModuleReport, JsonReport
 *                                                                    ├─> Explanation, Completion
 *                                                                    └─> ServerCheck ──────────────────┐
 * Problems: FATAL ends a start at the first error; Findings notes them all for --check (BaseCheck) <──┘
 * </pre>
 *
 * <h2>Rooms</h2>
 *
 * Each package uses those below it only; {@code ArchitectureTest} has the same list.
 *
 * <pre>
 * boot        the start of a bootable jar
 * cli         the commands, chosen by the arguments
 * pack        the making of a bootable jar
 * running     questions to a running server, its stop and restart
 * launch      the start of the server
 * cache       the start cache of --train
 * check       the findings of --check
 * change      what is written into a base
 * report      what is printed of a base
 * jvm         the command line and the class loaders of the server
 * session     arguments, enabled modules, resolved files
 * properties  what is known of properties
 * modules     .mod files
 * config      options, properties, environments, as data
 * files       home, base, ini files, XML elements
 * problems    errors, their places, the log of the start
 * </pre>
 *
 * <h2>What is known of properties</h2>
 *
 * {@code PropertyRegistry} reads it from the {@code .mod} and {@code .xml} files each time that a command needs it:
 * descriptions and offered values from ini templates, defaults, old names and readers from XML. Nothing of it is written down a second
 * time. A start does not read XML files; {@code UnknownProperties} looks into them only for names that no module has.
 *
 * <h2>The check</h2>
 *
 * start.jar depends on nothing, and knows no class of the server. What it cannot judge, types of setters, constructors, references
 * of XML files, key stores, addresses, applications, is judged by classes of the base's own class path, in a class loader like that of a
 * start. The interface is one static method of jetty-xml, {@code CheckedConfiguration.check(String[], Consumer<Map<String, String>>)}, which
 * gets the arguments that the main class would get. Further checks are services of that class path ({@code ConfigurationCheck}); jetty-deploy
 * brings that of applications, and a library of the operator may bring another.
 *
 * <ul>
 *   <li><b>Types</b> are those of the setter, constructor or method that takes the value, as the class has it, never guessed from a default.
 *   <li><b>Ranges</b> are those of the type; 0-65535 for ports; otherwise what the setter refuses, when it is called on an object made for
 *       that only.
 *   <li>A finding about a value is reported at the place where the property was set; one about a default at the XML element.
 *   <li>What cannot be known before a start is taken to be right: there shall be no false alarm.
 * </ul>
 *
 * <p>A class path whose jetty-xml is of another version, without that method, cannot be checked, which is reported.
 */
@NullMarked
package org.eclipse.jetty.start;

import org.jspecify.annotations.NullMarked;
