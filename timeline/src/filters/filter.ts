import type { Effect } from '../document/effect.ts';
import type { Grade } from '../document/grade.ts';
import type { FilterPreset } from '../vocabulary/index.ts';

/** A ready-made look as data: what it grades at full strength, and the effects that go with it. */
export interface Filter {
  preset: FilterPreset;
  grade: Grade;
  /** Their numbers are strengths, 0 being none. */
  effects?: readonly { type: Effect['type']; params: Record<string, number> }[];
}
