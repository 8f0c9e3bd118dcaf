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
 * <h2>What is known of properties</h2>
 *
 * {@link org.eclipse.jetty.start.PropertyRegistry} reads it from the {@code .mod} and {@code .xml} files each time that somebody asks:
 * descriptions and offered values from ini templates, defaults, old names and readers from XML. Nothing of it is written down a second
 * time. A start does not read XML files; {@link org.eclipse.jetty.start.UnknownProperties} looks into them only for names that no
 * module has.
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
 *   <li><b>Ranges</b> are those of the type; 0-65535 for ports; and else what the setter refuses, when it is called on an object made for
 *       that only.
 *   <li>A finding about a value is told at the place where the property was set; one about a default at the XML element.
 *   <li>What cannot be known before a start is taken to be right: there shall be no false alarm.
 * </ul>
 *
 * <p>A class path whose jetty-xml is of another version, without that method, cannot be checked, which is told.
 */
package org.eclipse.jetty.start;
