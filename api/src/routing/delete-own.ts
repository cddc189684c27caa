import type { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { isIdLike } from '../ids.ts';

/** Answer to the deletion of a record. */
export const DeletedSchema = Type.Object({ id: Type.String(), deleted: Type.Literal(true) });

/** Table whose rows belong to accounts. */
interface OwnedRows {
  deleteMany(args: { where: { id: string; accountId: string } }): PromiseLike<{ count: number }>;
}

/** Deletes a row of an account. Throws the error that `missing` creates when the account has no row with that id. */
export async function deleteOwn(rows: OwnedRows, accountId: string, id: string, missing: () => FramemillError) {
  const { count } = isIdLike(id) ? await rows.deleteMany({ where: { id, accountId } }) : { count: 0 };
  if (count === 0) throw missing();
  return { id, deleted: true as const };
}
