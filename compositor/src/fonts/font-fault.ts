/** What is wrong with a packed font, in words for whoever brought it: the middle of a sentence. */
export class FontFault extends Error {
  override readonly name = 'FontFault';
}
