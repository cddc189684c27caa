import { subtitleText } from './subtitle-file.ts';

/** Maximum size of a CSV table in bytes: some 10,000 rows of 500 characters. */
export const TABLE_MAX_BYTES = 5_000_000;

/** Cell of a header row: the name of a variable, quoted or not. */
const NAME = /^[ \t]*(?:"[A-Za-z_][A-Za-z0-9_.-]{0,63}"|[A-Za-z_][A-Za-z0-9_.-]{0,63})[ \t]*$/;

/**
 * Whether a file with this head may be a CSV table. Its first line must consist of names separated by commas,
 * semicolons or tabs, and another line must follow. Other texts rarely begin with a line without spaces and sentences.
 */
export function looksLikeTable(head: Uint8Array): boolean {
  const text = textOf(head);
  const [first, second] = /^([^\r\n]+)(?:\r\n|\r|\n)(.*)/s.exec(text)?.slice(1) ?? [];
  if (first === undefined || second === undefined || second.trim() === '' || text.includes('\0')) return false;
  return first.split(/[,;\t]/).every((cell) => NAME.test(cell));
}

/** Decodes the head, which may end in the middle of a character: an incomplete character is dropped. */
function textOf(head: Uint8Array): string {
  const wide = head[0] === 0xff || head[0] === 0xfe;
  const whole = wide ? head.subarray(0, head.length - (head.length % 2)) : head;
  return (
    (wide ? subtitleText(whole) : new TextDecoder('latin1').decode(whole).replace(/^\u00ef\u00bb\u00bf/, '')) ?? ''
  );
}
