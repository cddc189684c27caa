import type { ChangeSet, ListChanges } from './change-set.ts';

/** Marks a change of a whole list. It conflicts with every other change in that list. */
const ALL = '*';

/**
 * Returns the parts of a document that a change set affects: `settings`, `markers`, `track <id>` and `clip <id>`.
 * `track *` or `clip *` is included when a list was replaced or reordered.
 */
export function changeParts({ settings, tracks, clips, markers }: ChangeSet): Set<string> {
  const parts = new Set<string>();
  if (settings) parts.add('settings');
  if (markers !== undefined) parts.add('markers');
  for (const id of listIds(tracks)) parts.add(`track ${id}`);
  for (const id of listIds(clips)) parts.add(`clip ${id}`);
  return parts;
}

/** Returns the parts that both sets affect. Empty: the two changes can be applied in either order. */
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
