/** Error in a packed font. Its message is the middle of a sentence for the user who supplied the font. */
export class FontFault extends Error {
  override readonly name = 'FontFault';
}
