// Squares of pixels that are looked at as one.

/** A tile has 2^3 pixels a side. */
export const TILE_SHIFT: i32 = 3;
