import type { Clip, Document } from '@framemill/timeline';
import type { ProjectName } from './projects.ts';

/**
 * What a value must be afterwards: a value (numbers to 0.05), a pattern, a range, `changed`, or whether it is there.
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

/** Colours as people name them, told apart by hue and lightness. */
export type Hue = 'red' | 'orange' | 'yellow' | 'green' | 'blue' | 'purple' | 'pink' | 'white' | 'black';

/** Paths into a clip, with dots, and what stands there. */
export type Fields = Record<string, Wanted>;

/**
 * One constraint on the document that a message leads to. A constraint also says what may change to meet it; every
 * other difference between the documents is harm.
 */
export type Constraint =
  /** The clips have these fields; `also` may change with them. */
  | { clips: string[]; have: Fields; also?: (keyof Clip)[] }
  /** The clips are no longer there. */
  | { gone: string[] }
  /** So many new clips, each with these fields; a new clip that nothing asks for is harm. */
  | { added: Fields; count?: number | { atLeast: number } }
  /** The clip plays only these stretches of the old timeline, in any number of parts. Seconds of the clip before. */
  | { parts: string; count?: number; total?: number | { below: number }; lacks?: [number, number][] }
  | { settings: Record<string, Wanted> }
  /** So many markers, with these times. */
  | { markersAt: number[] }
  /** Starts of clips on the main track in this order. */
  | { order: string[] }
  | { trackCount: number }
  /** Length of the timeline. Seconds. */
  | { lasts: number }
  /** One of these holds; what the first that holds allows to change may change. */
  | { anyOf: Constraint[][] }
  /** Clips of these ids, or all, may move in time. */
  | { mayMove: string[] | 'all' };

/** A message as somebody types it, and what must come of it. Everything that no constraint names stays as it was. */
export interface MessageCase {
  project: ProjectName;
  message: string;
  wants: Constraint[];
  /** Each is found in the `instruction` of an entry of `unresolved`. Absent: `unresolved` is empty. */
  unresolved?: RegExp[];
}

export function ask(project: ProjectName, message: string, ...wants: Constraint[]): MessageCase {
  return { project, message, wants };
}

/** A message of which nothing, or only a part, can be done. */
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
/** Length and place change with the speed or the cut of a clip before. */
export const text = (content: string | RegExp, more: Fields = {}, count = 1): Constraint => {
  return added({ type: 'text', 'textStyle.content': content, ...more }, count);
};

export type { Document };
