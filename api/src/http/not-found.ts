import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { isIdLike } from '../ids.ts';

/**
 * Awaits `work`. If it throws `not_found`, throws the error that `notFound` creates instead.
 * The responses for another account's resource and for a missing one are then identical, whichever component detects
 * the error.
 */
export async function sameNotFound<T>(work: Promise<T>, notFound: () => FramemillError): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof FramemillError && error.code === 'not_found' ? notFound() : error;
  }
}

/** Schema of the response to a deletion: the id of the deleted record. */
export const DeletedSchema = Type.Object({ id: Type.String(), deleted: Type.Literal(true) });

/** Database table whose rows belong to accounts. */
interface OwnedRows {
  deleteMany(args: { where: { id: string; accountId: string } }): PromiseLike<{ count: number }>;
}

/** Deletes a row of an account. Throws the error that `missing` creates when the account has no row with that id. */
export async function deleteOwn(rows: OwnedRows, accountId: string, id: string, missing: () => FramemillError) {
  const { count } = isIdLike(id) ? await rows.deleteMany({ where: { id, accountId } }) : { count: 0 };
  if (count === 0) throw missing();
  return { id, deleted: true as const };
}
