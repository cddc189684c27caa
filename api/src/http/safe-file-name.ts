/**
 * Converts a name to one that every file system accepts and that hides nothing.
 * The result has no invisible characters, no path separators, no leading or trailing dots, and at most 100 characters.
 * It may be empty.
 */
export function safeFileName(name: string): string {
  const plain = name
    .replaceAll(/[\\/:*?"<>|]/g, '-')
    .replaceAll(/\p{C}/gu, ' ')
    .replaceAll(/\s+/g, ' ');
  return [...plain]
    .slice(0, 100)
    .join('')
    .replaceAll(/^[ .]+|[ .]+$/g, '');
}
