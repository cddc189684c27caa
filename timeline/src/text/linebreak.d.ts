declare module 'linebreak' {
  /** Walks through the places where a line may break (UAX #14). */
  export default class LineBreaker {
    constructor(text: string);
    /** The next place: `position` is the index of what would start the new line. Null after the end of the text. */
    nextBreak(): { position: number; required: boolean } | null;
  }
}
