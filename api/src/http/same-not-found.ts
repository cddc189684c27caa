import { FramemillError } from '@framemill/timeline';

/**
 * Replaces a `not_found` of `work` by the API's own error for it.
 * The responses for another account's resource and for a missing one are then byte-identical, whichever component
 * detects it.
 */
export async function sameNotFound<T>(work: Promise<T>, notFound: () => FramemillError): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof FramemillError && error.code === 'not_found' ? notFound() : error;
  }
}
