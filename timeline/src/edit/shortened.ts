/** The first `most` UTF-16 units of a text, or one less where that would cut a character in half: no database stores halves. */
export function shortened(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
}
