/** Writer of source positions, row by row, for the pixels of a result. */
export interface FieldRows {
  /**
   * Writes the positions of row `y` (from the box's top) to the offset `positions`: 8 bytes a pixel, in the kernels'
   * position format.
   */
  write(y: number, positions: number): void;
  /** Releases the memory of the rows. */
  close?(): void;
}
