declare module 'linebreak' {
  /** Iterates over the positions at which a line may break (UAX #14). */
  export default class LineBreaker {
    constructor(text: string);
    /**
     * Returns the next break; `position` is the index at which the new line would start. `null` after the end of the
     * text.
     */
    nextBreak(): { position: number; required: boolean } | null;
  }
}
