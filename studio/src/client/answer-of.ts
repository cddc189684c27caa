import { refusalOf } from './api-error.ts';

/**
 * Resolves to the response data of an `api` call. Throws `ApiError` when the service refuses the call, and `TypeError`
 * when it cannot be reached.
 */
export async function answerOf<T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await call;
  if (error !== undefined || data === undefined) throw refusalOf(response, error);
  return data;
}
