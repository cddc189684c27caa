/** Number of bytes from the start of a file that `looksLikeCube` needs: some programs write long comments first. */
export const CUBE_HEAD_BYTES = 4096;

/**
 * Maximum size of a .cube file in bytes: 33 points a side with 15 digits take 2 MB. Larger files are rejected before
 * parsing.
 */
export const CUBE_MAX_BYTES = 5_000_000;

/** Whether a file starts like a .cube file: text with only keywords of that format up to the table's size. */
export function looksLikeCube(head: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(head.subarray(0, CUBE_HEAD_BYTES)).replace(/^\u00ef\u00bb\u00bf/, '');
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (/^\s*LUT_[13]D_SIZE\s+\d/.test(line)) return true;
    if (!/^\s*(#(?!EXTM3U)|TITLE\s|DOMAIN_M|LUT_[13]D_INPUT_RANGE|$)/.test(line)) return false;
  }
  return false;
}
