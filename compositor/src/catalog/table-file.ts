import { subtitleText } from './subtitle-file.ts';

/** Largest table that is read: some 10,000 rows of 500 letters. */
export const TABLE_MAX_BYTES = 5_000_000;

/** A cell of a first row: the name of a variable, in quotes or not. */
const NAME = /^[ \t]*(?:"[A-Za-z_][A-Za-z0-9_.-]{0,63}"|[A-Za-z_][A-Za-z0-9_.-]{0,63})[ \t]*$/;

/**
 * Whether a file with this head may be a table as CSV: its first line has nothing but names, between commas, semicolons or tabs, and
 * another line follows. Other texts seldom begin with a line that has no blank, no dash and no sentence.
 */
export function looksLikeTable(head: Uint8Array): boolean {
  const text = textOf(head);
  const [first, second] = /^([^\r\n]+)(?:\r\n|\r|\n)(.*)/s.exec(text)?.slice(1) ?? [];
  if (first === undefined || second === undefined || second.trim() === '' || text.includes('\0')) return false;
  return first.split(/[,;\t]/).every((cell) => NAME.test(cell));
}

/** A head may end in the middle of a letter: what is left of that counts for nothing. */
function textOf(head: Uint8Array): string {
  const wide = head[0] === 0xff || head[0] === 0xfe;
  const whole = wide ? head.subarray(0, head.length - (head.length % 2)) : head;
  return (
    (wide ? subtitleText(whole) : new TextDecoder('latin1').decode(whole).replace(/^\u00ef\u00bb\u00bf/, '')) ?? ''
  );
}
