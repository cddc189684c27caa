import type { Command } from '@framemill/timeline';

/** Matches a string that refers to a result of an earlier command, such as `$3.clipId`. */
const REFERENCE = /^\$(\d+)(\..*)$/;

/**
 * Returns the chosen commands of a plan together with the earlier commands whose results they refer to. References are
 * renumbered.
 */
export function chosenCommands(plan: readonly Command[], chosen: ReadonlySet<number>): Command[] {
  const wanted = new Set(chosen);
  for (let index = plan.length - 1; index >= 0; index -= 1) {
    if (!wanted.has(index)) continue;
    for (const needed of referencesOf(plan[index])) wanted.add(needed);
  }
  const places = [...wanted].sort((a, b) => a - b);
  const placeOf = new Map(places.map((index, place) => [index, place]));
  return places.flatMap((index) => {
    const command = plan[index];
    return command ? [withPlaces(command, placeOf)] : [];
  });
}

function referencesOf(value: unknown): number[] {
  if (typeof value === 'string') {
    const [, index] = REFERENCE.exec(value) ?? [];
    return index === undefined ? [] : [Number(index)];
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(referencesOf) : [];
}

function withPlaces(command: Command, placeOf: ReadonlyMap<number, number>): Command {
  const { op, ...params } = command;
  const text = JSON.stringify(params, (_key, value: unknown) => {
    if (typeof value !== 'string') return value;
    const [, index, rest] = REFERENCE.exec(value) ?? [];
    const place = index === undefined ? undefined : placeOf.get(Number(index));
    return place === undefined ? value : `$${place}${rest}`;
  });
  const placed: Record<string, unknown> = JSON.parse(text);
  return { op, ...placed };
}
