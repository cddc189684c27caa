import type { Clip } from './clip.ts';
import type { Composition, Document } from './document.ts';
import { LIMITS } from './limits.ts';
import type { SchemaProblem } from './schema-error.ts';

/**
 * Yields the problems of a document's compositions: ids that are used twice, clips that name no composition,
 * compositions that contain themselves, too many levels, and more clips than a document may have when each use of a
 * composition counts with all clips inside it.
 */
export function* compositionFaults(document: Document): Generator<SchemaProblem, undefined> {
  const { compositions = [], clips } = document;
  const byId = new Map<string, Composition>();
  for (const [index, composition] of compositions.entries()) {
    const path = `compositions[${index}].id`;
    if (byId.has(composition.id)) {
      yield { path, message: `${path} "${composition.id}" is used twice. Give each composition its own id.` };
    }
    byId.set(composition.id, composition);
  }
  let isNamed = true;
  for (const found of unknownSources(document, byId)) {
    isNamed = false;
    yield found;
  }
  if (!isNamed) return;
  const circle = circleIn(compositions, byId);
  if (circle) {
    const names = circle.map(({ id, name }) => `"${name}" (${id})`).join(' > ');
    yield {
      path: `compositions[${circle[0] ? compositions.indexOf(circle[0]) : 0}]`,
      message: `Composition ${names} contains itself. Remove one of these clips.`,
    };
    return;
  }
  const sizes = new Map<Composition, Nested>();
  const { depth, count } = nestedIn(clips, byId, sizes);
  for (const composition of compositions) nestedIn(composition.clips, byId, sizes);
  const deepest = Math.max(depth, ...[...sizes.values()].map((size) => size.depth));
  if (deepest > LIMITS.compositionDepth) {
    const message = `Compositions are inside one another in ${deepest} levels; the limit is ${LIMITS.compositionDepth}.`;
    yield { path: 'compositions', message: `${message} Dissolve one.` };
  }
  if (count > LIMITS.clips) {
    const message = `The project has ${count} clips when each use of a composition counts with its clips`;
    yield { path: 'clips', message: `${message}; the limit is ${LIMITS.clips}. Remove some.` };
  }
}

function* unknownSources(
  { clips, compositions = [] }: Document,
  byId: ReadonlyMap<string, Composition>,
): Generator<SchemaProblem, undefined> {
  const timelines = [
    { clips, prefix: '' },
    ...compositions.map((composition, index) => ({ clips: composition.clips, prefix: `compositions[${index}].` })),
  ];
  for (const timeline of timelines) {
    for (const [index, { type, src }] of timeline.clips.entries()) {
      if (type !== 'composition' || byId.has(src)) continue;
      const path = `${timeline.prefix}clips[${index}].src`;
      yield { path, message: `${path} "${src}" is not a composition of this project. ${remedyFor(src, byId)}` };
    }
  }
}

function remedyFor(src: string, byId: ReadonlyMap<string, Composition>): string {
  if (src.startsWith('prj_')) return 'Other projects cannot be shown. Copy the clips into a composition.';
  const known = [...byId.keys()].slice(0, 10).join(', ');
  return known === '' ? 'It has none. Make one with createComposition.' : `Use one of ${known}.`;
}

/** Returns the compositions of a circle, from one of them on back to the same one; null when there is none. */
function circleIn(
  compositions: readonly Composition[],
  byId: ReadonlyMap<string, Composition>,
): readonly Composition[] | null {
  const finished = new Set<Composition>();

  function follow(composition: Composition, path: readonly Composition[]): readonly Composition[] | null {
    const start = path.indexOf(composition);
    if (start >= 0) return [...path.slice(start), composition];
    if (finished.has(composition)) return null;
    for (const inner of innerOf(composition.clips, byId)) {
      const circle = follow(inner, [...path, composition]);
      if (circle) return circle;
    }
    finished.add(composition);
    return null;
  }

  for (const composition of compositions) {
    const circle = follow(composition, []);
    if (circle) return circle;
  }
  return null;
}

function innerOf(clips: readonly Clip[], byId: ReadonlyMap<string, Composition>): Composition[] {
  return clips.flatMap((clip) => (clip.type === 'composition' ? (byId.get(clip.src) ?? []) : []));
}

/** Levels of compositions inside a timeline, and the number of its clips with those of each use of a composition. */
interface Nested {
  depth: number;
  count: number;
}

/** Measures a timeline whose compositions contain no circle. `known` has the measures of compositions so far. */
function nestedIn(
  clips: readonly Clip[],
  byId: ReadonlyMap<string, Composition>,
  known: Map<Composition, Nested>,
): Nested {
  let depth = 0;
  let count = clips.length;
  for (const inner of innerOf(clips, byId)) {
    const size = known.get(inner) ?? nestedIn(inner.clips, byId, known);
    known.set(inner, size);
    depth = Math.max(depth, 1 + size.depth);
    count += size.count;
  }
  return { depth, count };
}
