/** Writes where each pixel of one row of a result is taken from. */
export interface FieldRows {
  /** Fills `positions` for row `y` (from the box's top): 8 bytes a pixel, see the kernels' positions. */
  write(y: number, positions: number): void;
  /** Gives back what the rows took. */
  close?(): void;
}
