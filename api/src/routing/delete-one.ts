import type { FramemillError } from '@framemill/timeline';
import Type, { type Static } from 'typebox';
import { isIdLike } from '../ids.ts';

/** Answer of a route that deletes one thing. */
export const DeletedSchema = Type.Object({ id: Type.String(), deleted: Type.Literal(true) });

/**
 * Deletes the thing of an id with `remove`, which is not asked about ids that nothing can have. Throws `notFound()` when it
 * removed nothing: a second call answers 404.
 */
export async function deleteOne(
  id: string,
  remove: (id: string) => Promise<{ count: number }>,
  notFound: () => FramemillError,
): Promise<Static<typeof DeletedSchema>> {
  const { count } = isIdLike(id) ? await remove(id) : { count: 0 };
  if (count === 0) throw notFound();
  return { id, deleted: true };
}
