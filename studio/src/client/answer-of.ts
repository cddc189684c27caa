import { refusalOf } from './api-error.ts';

/** The data of a call of `api`. Throws `ApiError` for a refusal, `TypeError` when the service cannot be reached. */
export async function answerOf<T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await call;
  if (error !== undefined || data === undefined) throw refusalOf(response, error);
  return data;
}
