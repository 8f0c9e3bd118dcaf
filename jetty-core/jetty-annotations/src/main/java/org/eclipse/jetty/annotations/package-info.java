/**
 * Annotations and inheritance of classes, read from class files without loading classes.
 *
 * <pre>
 *  directory ---------------------------------> AnnotationParser --------------> handlers
 *  archive --> ArchiveKey --> ClassIndexes --> ClassIndex.tell ----------------> handlers
 *                               |   one for each content of an archive: in memory until the server has started,
 *                               |   and in files that outlive a restart, where there is a directory for them
 *                               +-- unknown content --> AnnotationParser (several archives at a time)
 * </pre>
 *
 * Web applications have many libraries in common, and hardly ever change them. So the classes of an archive are read once
 * for each content, whichever application and whichever run of the server it is: the key is a digest of the archive's
 * central directory, which holds the name, size and CRC-32 of each entry. What handlers are told of an index is what the
 * parser tells them: class, inheritance, annotations of the class, and, if one wants to know of members, annotations of
 * these. Only generic signatures and members without annotations are not kept.
 */
package org.eclipse.jetty.annotations;
