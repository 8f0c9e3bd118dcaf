/**
 * Starts web applications from {@code WEB-INF/quickstart-web.xml}: their effective descriptor, and what a scan of their classes has found.
 *
 * <pre>
 * GENERATE    WebAppContext ──configure──> QuickStartGeneratorConfiguration ──> quickstart-web.xml    the application is not started
 *                                            EffectiveWebXml, ScannedClasses
 *
 * QUICKSTART  quickstart-web.xml ──preConfigure──> QuickStartConfiguration ──> WebXmlConfiguration     no other descriptor is read
 * AUTO                                                                    └──> AnnotationConfiguration no class file is read
 * </pre>
 *
 * <p>What the server knows of libraries without opening them, their tag libraries, resources and services, stays with its own index.
 *
 * <table>
 * <caption>What becomes of a start</caption>
 * <tr><th>mode</th><th>no file</th><th>file that fits</th><th>file that is older than the application</th></tr>
 * <tr><td>AUTO</td><td>as without this module</td><td>quick</td><td>as without this module, with a warning</td></tr>
 * <tr><td>QUICKSTART</td><td>fails</td><td>quick</td><td>fails</td></tr>
 * <tr><td>GENERATE</td><td colspan="3">the file is written; the application answers 503</td></tr>
 * </table>
 */
@NullMarked
package org.eclipse.jetty.ee10.quickstart;

import org.jspecify.annotations.NullMarked;
