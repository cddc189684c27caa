/** Pattern of a font source: a media id, a URL, or a file path in a renderer. No font family begins like these. */
const SOURCE = /^(?:med_|\.{0,2}\/|[a-z][a-z0-9+.-]*:\/\/)/i;

/** Whether a fontFamily names a font file instead of a bundled family. */
export function isFontSource(fontFamily: string): boolean {
  return SOURCE.test(fontFamily);
}
