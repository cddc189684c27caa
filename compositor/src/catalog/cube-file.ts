/** How many bytes of a file's head `looksLikeCube` wants to see: some programs put long comments first. */
export const CUBE_HEAD_BYTES = 4096;

/** Largest .cube file that is read: 33 points a side in 15 digits are 2 MB. More is refused before a line of it is parsed. */
export const CUBE_MAX_BYTES = 5_000_000;

/** Whether a file's head is that of a .cube file: text, and only words of that format up to the size of the table. */
export function looksLikeCube(head: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(head.subarray(0, CUBE_HEAD_BYTES)).replace(/^\u00ef\u00bb\u00bf/, '');
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (/^\s*LUT_[13]D_SIZE\s+\d/.test(line)) return true;
    if (!/^\s*(#(?!EXTM3U)|TITLE\s|DOMAIN_M|LUT_[13]D_INPUT_RANGE|$)/.test(line)) return false;
  }
  return false;
}
