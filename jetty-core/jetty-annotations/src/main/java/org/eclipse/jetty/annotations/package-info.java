/**
 * Annotations and inheritance of classes, read from class files without loading classes.
 *
 * <pre>
 *  directory ---------------------------------------------> AnnotationParser --> handlers
 *  archive --> ClassIndexes --> ArchiveIndexes --> ClassIndex.tell ------------> handlers
 *                                 |
 *                                 +-- unknown content --> AnnotationParser
 * </pre>
 *
 * The classes of an archive are read once for each content (see {@link org.eclipse.jetty.util.archive}). What handlers are
 * told about an index is what the parser tells them: class, inheritance, annotations of the class, and, if one wants to know of
 * members, annotations of these. Only generic signatures and members without annotations are not kept.
 */
@NullMarked
package org.eclipse.jetty.annotations;

import org.jspecify.annotations.NullMarked;
