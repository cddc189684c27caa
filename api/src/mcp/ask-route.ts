import { refusalIn } from '../http/refusal-in.ts';
import type { InnerAnswer, InnerRequest } from '../routing/inner-calls.ts';
import type { ToolContext } from './tool.ts';

/** Calls an API route on behalf of the tool's caller. Throws the route's own error. */
export async function askRoute({ app, caller, inner }: ToolContext, request: InnerRequest): Promise<InnerAnswer> {
  const answer = await inner.send(app, caller, request);
  if (answer.status < 400) return answer;
  throw refusalIn(answer.json);
}

/** Calls an API route and returns the JSON of its answer. Throws the route's own error. */
export async function askJson(context: ToolContext, request: InnerRequest): Promise<Record<string, unknown>> {
  return (await askRoute(context, request)).json as Record<string, unknown>;
}

/** Builds a query string from the defined values, with a leading `?`. Empty when no value is defined. */
export function queryOf(values: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value));
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
