import type { ChangeSet, ListChanges } from './change-set.ts';

/** A change of a whole list: meets everything in that list. */
const ALL = '*';

/**
 * The parts of a document that a change set touches: `settings`, `markers`, `track <id>`, `clip <id>`, and `track *` or `clip *`
 * when a list was replaced or put into another order.
 */
export function changeParts({ settings, tracks, clips, markers }: ChangeSet): Set<string> {
  const parts = new Set<string>();
  if (settings) parts.add('settings');
  if (markers !== undefined) parts.add('markers');
  for (const id of listIds(tracks)) parts.add(`track ${id}`);
  for (const id of listIds(clips)) parts.add(`clip ${id}`);
  return parts;
}

/** The parts that both sets touch. Empty: the changes can be made in either order. */
export function sharedParts(a: ReadonlySet<string>, b: ReadonlySet<string>): string[] {
  const meets = (part: string, others: ReadonlySet<string>) => {
    const [kind] = part.split(' ');
    if (others.has(part) || others.has(`${kind} ${ALL}`)) return true;
    return part.endsWith(ALL) && [...others].some((other) => other.startsWith(`${kind} `));
  };
  return [...new Set([...[...a].filter((part) => meets(part, b)), ...[...b].filter((part) => meets(part, a))])];
}

function listIds<Item extends { id: string | number }>(list: ListChanges<Item> | undefined): (string | number)[] {
  if (!list) return [];
  const { all, order, added = [], changed = [], removed = [] } = list;
  const ids = [...added, ...changed.map(({ id }) => id), ...removed.map(({ item }) => item.id)];
  return all || order ? [ALL, ...ids] : ids;
}
