import { bar } from './bar.ts';
import { box } from './box.ts';
import { line } from './line.ts';
import type { LowerThird } from './lower-third.ts';
import { minimal } from './minimal.ts';

/** Every lower third, in the order of the list of names. One file and one line a lower third. */
export const LOWER_THIRDS: readonly LowerThird[] = [bar, box, line, minimal];
