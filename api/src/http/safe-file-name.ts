/** A name that every file system takes and that shows what it is: nothing unseen, no path, no leading or trailing dot, at most 100 characters. May be empty. */
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
