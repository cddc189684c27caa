/** A media id, an address, or a path where files are rendered; no family begins like them. */
const SOURCE = /^(?:med_|\.{0,2}\/|[a-z][a-z0-9+.-]*:\/\/)/i;

/** Whether a fontFamily names a font file and not a bundled family. */
export function isFontSource(fontFamily: string): boolean {
  return SOURCE.test(fontFamily);
}
