import type { Effect } from '../document/effect.ts';
import type { Grade } from '../document/grade.ts';
import type { FilterPreset } from '../vocabulary/index.ts';

/** A filter as data: its grade at full strength, and the effects that it includes. */
export interface Filter {
  preset: FilterPreset;
  grade: Grade;
  /** Effects of the filter. Their numbers are strengths; 0 is no effect. */
  effects?: readonly { type: Effect['type']; params: Record<string, number> }[];
}
