import type { Clip, Document } from '@framemill/timeline';
import { changedPaths } from './changed-paths.ts';
import type { Constraint, MessageCase } from './message-case.ts';
import { isWanted, valueAt } from './wanted.ts';

/** Faults in the result of a message. Two empty lists mean that it is fully right. */
export interface Findings {
  /** Constraints that are not met, and expected entries that are missing in `unresolved`. */
  missing: string[];
  /** Changes that the message did not request. */
  harm: string[];
}

/** Checks the documents before and after a message against the constraints of the case. */
export function checkCase(one: MessageCase, before: Document, after: Document, unresolved: string[]): Findings {
  const held: Constraint[] = [];
  const missing: string[] = [];
  for (const want of one.wants) {
    const chosen = choose(want, before, after);
    held.push(...chosen.constraints);
    missing.push(...chosen.failures);
  }
  for (const pattern of one.unresolved ?? []) {
    if (!unresolved.some((instruction) => pattern.test(instruction))) missing.push(`unresolved lacks ${pattern}`);
  }
  if (!one.unresolved && unresolved.length > 0) missing.push(`not understood: ${unresolved.join(' | ')}`);
  return { missing, harm: harmOf(held, before, after) };
}

/**
 * Returns the constraints of the first alternative that is met, or those of the first alternative with their failures
 * when none is met. A constraint without alternatives counts as a single alternative.
 */
function choose(
  want: Constraint,
  before: Document,
  after: Document,
): { constraints: Constraint[]; failures: string[] } {
  const lists = 'anyOf' in want ? want.anyOf : [[want]];
  const tried = lists.map((constraints) => ({
    constraints,
    failures: constraints.flatMap((constraint) => failuresOf(constraint, before, after)),
  }));
  const best = tried.find(({ failures }) => failures.length === 0) ?? tried[0];
  return best ?? { constraints: [], failures: [] };
}

function failuresOf(want: Constraint, before: Document, after: Document): string[] {
  if ('clips' in want) return want.clips.flatMap((id) => fieldFailures(id, want.have, before, after));
  if ('gone' in want) return want.gone.filter((id) => find(after, id)).map((id) => `${id} is still there`);
  if ('added' in want) {
    const count = newClips(before, after).filter((clip) => matches(clip, want.added)).length;
    const { count: wanted = 1 } = want;
    const enough = typeof wanted === 'number' ? count === wanted : count >= wanted.atLeast;
    return enough ? [] : [`${count} new clips with ${show(want.added)}`];
  }
  if ('parts' in want) return partFailures(want, before, after);
  if ('settings' in want) {
    return Object.entries(want.settings).flatMap(([key, value]) => {
      const [was, is] = [valueAt(before.settings, key), valueAt(after.settings, key)];
      return isWanted(is, value, was) ? [] : [`settings.${key} is ${show(is)}`];
    });
  }
  if ('markersAt' in want) {
    const times = (after.markers ?? []).map(({ time }) => time).sort((a, b) => a - b);
    return String(times) === String(want.markersAt) ? [] : [`markers at ${times}`];
  }
  if ('order' in want) {
    const inOrder = after.clips.filter(({ id }) => want.order.includes(id)).sort((a, b) => a.start - b.start);
    const ids = inOrder.map(({ id }) => id);
    return String(ids) === String(want.order) ? [] : [`order is ${ids}`];
  }
  if ('lasts' in want) {
    const end = Math.max(0, ...after.clips.map(({ start, duration }) => start + duration));
    return isWanted(end, want.lasts, 0) ? [] : [`lasts ${end} s`];
  }
  return [];
}

function fieldFailures(id: string, fields: object, before: Document, after: Document): string[] {
  const [was, is] = [find(before, id), find(after, id)];
  if (!is) return [`${id} is gone`];
  return Object.entries(fields).flatMap(([path, value]) => {
    return isWanted(valueAt(is, path), value, valueAt(was, path))
      ? []
      : [`${id}.${path} is ${show(valueAt(is, path))}`];
  });
}

function partFailures(want: Extract<Constraint, { parts: string }>, before: Document, after: Document): string[] {
  const src = find(before, want.parts)?.src;
  const parts = after.clips.filter((clip) => clip.src === src && (clip.id === want.parts || isNew(clip, before)));
  const total = parts.reduce((sum, { duration, speed }) => sum + duration * speed, 0);
  const failures: string[] = [];
  if (want.count !== undefined && parts.length !== want.count) failures.push(`${parts.length} parts of ${want.parts}`);
  if (want.total !== undefined && !isWanted(total, want.total, 0))
    failures.push(`${total} s of ${want.parts} are left`);
  for (const [from, to] of want.lacks ?? []) {
    const plays = ({ mediaStart, duration, speed }: Clip) =>
      mediaStart < to - 0.05 && mediaStart + duration * speed > from + 0.05;
    if (parts.some(plays)) failures.push(`${want.parts} still plays ${from}-${to} s`);
  }
  return failures;
}

/** Returns descriptions of all changes that no constraint permits. */
function harmOf(held: Constraint[], before: Document, after: Document): string[] {
  const harm: string[] = [];
  for (const was of before.clips) {
    const is = find(after, was.id);
    if (is)
      harm.push(
        ...changedPaths(was, is)
          .filter((path) => !mayChange(held, was.id, path))
          .map((path) => `${was.id}.${path} changed`),
      );
    else if (
      !held.some((one) => ('gone' in one && one.gone.includes(was.id)) || ('parts' in one && one.parts === was.id))
    ) {
      harm.push(`${was.id} was deleted`);
    }
  }
  for (const clip of newClips(before, after)) {
    if (!held.some((one) => allowsNew(one, clip, before))) harm.push(`a ${clip.type} clip was added: ${clip.name}`);
  }
  for (const path of changedPaths(before.settings, after.settings)) {
    if (!held.some((one) => 'settings' in one && allowsSetting(one.settings, path)))
      harm.push(`settings.${path} changed`);
  }
  const marks = ({ markers = [] }: Document) => JSON.stringify(markers);
  if (marks(before) !== marks(after) && !held.some((one) => 'markersAt' in one)) harm.push('markers changed');
  for (const was of before.tracks) {
    const is = after.tracks.find(({ id }) => id === was.id);
    if (!is) harm.push(`track ${was.id} was deleted`);
    else if (changedPaths(was, is).length > 0) harm.push(`track ${was.id} changed`);
  }
  return harm;
}

function mayChange(held: Constraint[], id: string, path: string): boolean {
  const [field = ''] = path.split('.');
  return held.some((one) => {
    if ('mayMove' in one) return field === 'start' && (one.mayMove === 'all' || one.mayMove.includes(id));
    if ('parts' in one)
      return one.parts === id && ['start', 'duration', 'mediaStart', 'name', 'transition', 'effectsOf'].includes(field);
    if (!('clips' in one) || !one.clips.includes(id)) return false;
    if (one.also?.some((also) => also === field)) return true;
    // Every part of a text's style is of its own; of other fields, all of it.
    const allowed = Object.keys(one.have);
    if (field !== 'textStyle') return allowed.some((key) => key.split('.')[0] === field);
    return allowed.some((key) => path === key || path.startsWith(`${key}.`) || key.startsWith(`${path}.`));
  });
}

function allowsNew(one: Constraint, clip: Clip, before: Document): boolean {
  if ('added' in one) return matches(clip, one.added);
  return 'parts' in one && find(before, one.parts)?.src === clip.src;
}

/**
 * Whether a constraint on settings permits a change at `path`. A changed aspect ratio also permits a changed width and
 * height.
 */
const allowsSetting = (settings: object, path: string) =>
  path in settings || ('aspectRatio' in settings && ['width', 'height'].includes(path));

const matches = (clip: Clip, fields: object) =>
  Object.entries(fields).every(([path, value]) => isWanted(valueAt(clip, path), value, undefined));
const find = (document: Document, id: string) => document.clips.find((clip) => clip.id === id);
const isNew = (clip: Clip, before: Document) => !find(before, clip.id);
const newClips = (before: Document, after: Document) => after.clips.filter((clip) => isNew(clip, before));
const show = (value: unknown) => (value instanceof RegExp ? String(value) : (JSON.stringify(value) ?? 'absent'));
