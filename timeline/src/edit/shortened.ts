/**
 * Returns the first `most` UTF-16 units of a text, or one less to avoid an unpaired surrogate, which databases cannot
 * store.
 */
export function shortened(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
}
