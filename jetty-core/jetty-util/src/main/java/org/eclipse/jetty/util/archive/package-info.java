/**
 * Indexes of archives: what was read of one is known for each archive of the same content.
 *
 * <pre>
 *  archives --> ArchiveKeys --> ArchiveIndexes ------------------------------> one index for each archive, in their order
 *                                 |   one for each content and kind: in memory until the server has started,
 *                                 |   and in files that outlive a restart, where there is a directory for them
 *                                 +-- unknown content --> Kind.scan (several archives at a time)
 * </pre>
 *
 * Web applications have many libraries in common, and hardly ever change them. So an archive is scanned once for each
 * content, whichever application and whichever run of the server it is. The key is a digest of the archive's central
 * directory, which holds the name, size and CRC-32 of each entry. It is not even computed for a file that has the number,
 * size and times of one whose key is known, over restarts where the file system tells when a file was changed at all
 * (ctime), which nobody sets: that a file has its old size and time of modification says little of one that was copied.
 *
 * <pre>
 *  archive.keys           the keys of files, written when the server has started
 *  KEY.KIND.index         an index; one that nobody asked for in a start is removed after it
 * </pre>
 *
 * A file that is damaged is told in the log, and made again. What an index holds is up to its
 * {@link org.eclipse.jetty.util.archive.ArchiveIndexes.Kind}.
 */
@NullMarked
package org.eclipse.jetty.util.archive;

import org.jspecify.annotations.NullMarked;
