import { refusalIn } from '../http/refusal-in.ts';
import type { InnerAnswer, InnerRequest } from '../routing/inner-calls.ts';
import type { ToolContext } from './tool.ts';

/** Calls one of our routes for the tool's caller. Throws the route's own error. */
export async function askRoute({ app, caller, inner }: ToolContext, request: InnerRequest): Promise<InnerAnswer> {
  const answer = await inner.send(app, caller, request);
  if (answer.status < 400) return answer;
  throw refusalIn(answer.json);
}

/** The JSON of a route. */
export async function askJson(context: ToolContext, request: InnerRequest): Promise<Record<string, unknown>> {
  return (await askRoute(context, request)).json as Record<string, unknown>;
}

/** A query with the values that are there. */
export function queryOf(values: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value));
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
