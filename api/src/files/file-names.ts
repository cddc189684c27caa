const typesByExtension: Record<string, string> = {
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  avi: 'video/x-msvideo',
  ts: 'video/mp2t',
  mpg: 'video/mpeg',
  flv: 'video/x-flv',
  asf: 'video/x-ms-asf',
  ogv: 'video/ogg',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  aac: 'audio/aac',
  m4a: 'audio/mp4',
  opus: 'audio/ogg',
  zip: 'application/zip',
  aiff: 'audio/aiff',
  caf: 'audio/x-caf',
  wv: 'audio/x-wavpack',
  ac3: 'audio/ac3',
  eac3: 'audio/eac3',
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  tiff: 'image/tiff',
  bmp: 'image/bmp',
  svg: 'image/svg+xml',
  json: 'application/json',
  lottie: 'application/zip+dotlottie',
  cube: 'application/x-cube',
  srt: 'application/x-subrip',
  vtt: 'text/vtt',
  csv: 'text/csv',
  ttf: 'font/ttf',
  otf: 'font/otf',
  woff: 'font/woff',
  woff2: 'font/woff2',
};

/** Returns the media type for the extension of a file name; null for an unknown extension. */
export function contentTypeOf(name: string): string | null {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return typesByExtension[extension] ?? null;
}

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
