import { FramemillError } from '@framemill/timeline';

/**
 * Gives a `not_found` of `work` the text that the API has for it everywhere, so that the answers for another account's
 * resource and for none are the same to the byte, whichever part of the service noticed.
 */
export async function sameNotFound<T>(work: Promise<T>, notFound: () => FramemillError): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof FramemillError && error.code === 'not_found' ? notFound() : error;
  }
}
