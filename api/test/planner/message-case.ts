import type { Clip, Document } from '@framemill/timeline';
import type { ProjectName } from './projects.ts';

/**
 * Expected value of a field: a value (numbers within 0.05), a pattern, a range or a hue. `CHANGED`, `PRESENT` and
 * `ABSENT` only require that the field changed, exists or does not exist.
 */
export type Wanted =
  | string
  | number
  | boolean
  | null
  | RegExp
  | { above: number }
  | { below: number }
  | { between: [number, number] }
  | { hue: Hue }
  | 'CHANGED'
  | 'PRESENT'
  | 'ABSENT';

/** Colour name that people use, distinguished by hue and lightness. */
export type Hue = 'red' | 'orange' | 'yellow' | 'green' | 'blue' | 'purple' | 'pink' | 'white' | 'black';

/** Expected values of a clip, by dotted path. */
export type Fields = Record<string, Wanted>;

/**
 * Constraint on the document that results from a message. It also permits the changes that meeting it needs. Any other
 * change of the document counts as harm.
 */
export type Constraint =
  /** Clips that must have these fields; the fields in `also` may change too. */
  | { clips: string[]; have: Fields; also?: (keyof Clip)[] }
  /** Clips that must no longer exist. */
  | { gone: string[] }
  /** New clips with these fields, `count` of them. A new clip that no constraint covers counts as harm. */
  | { added: Fields; count?: number | { atLeast: number } }
  /**
   * Remaining parts of a cut clip; any number unless `count` is set. `total` is the remaining source time in seconds.
   * The source ranges `lacks`, in seconds, must not be played.
   */
  | { parts: string; count?: number; total?: number | { below: number }; lacks?: [number, number][] }
  | { settings: Record<string, Wanted> }
  /** Exact times of all markers, in seconds. */
  | { markersAt: number[] }
  /** Clip ids in the order in which the clips must start. */
  | { order: string[] }
  | { trackCount: number }
  /** Length of the timeline in seconds. */
  | { lasts: number }
  /**
   * Alternative lists of constraints, of which one must be met. The first that is met also determines the permitted
   * changes.
   */
  | { anyOf: Constraint[][] }
  /** Ids of clips whose start may change; `'all'` for every clip. */
  | { mayMove: string[] | 'all' };

/**
 * Test case of the planner: a message as a user types it, and constraints on its result. Everything that no constraint
 * covers must be unchanged.
 */
export interface MessageCase {
  project: ProjectName;
  message: string;
  wants: Constraint[];
  /**
   * Patterns, each of which must match the `instruction` of an entry in `unresolved`. Absent: `unresolved` must be
   * empty.
   */
  unresolved?: RegExp[];
}

export function ask(project: ProjectName, message: string, ...wants: Constraint[]): MessageCase {
  return { project, message, wants };
}

/** Creates a test case with a message that cannot be carried out, or only in part. */
export function refuse(
  project: ProjectName,
  message: string,
  unresolved: RegExp[],
  ...wants: Constraint[]
): MessageCase {
  return { project, message, wants, unresolved };
}

export const clip = (ids: string | string[], have: Fields, also: (keyof Clip)[] = []): Constraint => {
  return { clips: [ids].flat(), have, also };
};
export const gone = (...ids: string[]): Constraint => ({ gone: ids });
export const added = (have: Fields, count: number | { atLeast: number } = 1): Constraint => ({ added: have, count });
export const mayMove = (...ids: string[]): Constraint => ({ mayMove: ids.length > 0 ? ids : 'all' });
export const anyOf = (...lists: Constraint[][]): Constraint => ({ anyOf: lists });
/** Constraint for `count` new text clips with this content. */
export const text = (content: string | RegExp, more: Fields = {}, count = 1): Constraint => {
  return added({ type: 'text', 'textStyle.content': content, ...more }, count);
};

export type { Document };
