import { FramemillError } from '@framemill/timeline';

/**
 * Calls a stack's API and returns the parsed JSON body. Throws `provider_error` when the response is not 2xx;
 * `details.status` is its HTTP status.
 */
export async function call(
  apiHost: string,
  key: string,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<unknown> {
  const form = body instanceof FormData;
  const answer = await fetch(`${apiHost}/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : form ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok)
    throw new FramemillError(
      'provider_error',
      `${method} ${path} returned HTTP status ${answer.status}: ${text.slice(0, 500)}`,
      { status: answer.status },
    );
  return JSON.parse(text);
}

/** Returns the value at a path of keys and list indices. Throws `provider_error` when there is none. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  let found = value;
  for (const step of path) found = typeof found === 'object' && found !== null ? Reflect.get(found, step) : undefined;
  if (found === undefined)
    throw new FramemillError(
      'provider_error',
      `The response lacks the field ${path.join('.')}: ${JSON.stringify(value).slice(0, 300)}`,
    );
  return found;
}
