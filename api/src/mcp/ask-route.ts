import { FramemillError } from '@framemill/timeline';
import { isErrorCode } from '../http/error-catalog.ts';
import type { InnerAnswer, InnerRequest } from '../routing/inner-calls.ts';
import type { ToolContext } from './tool.ts';

/** Calls one of our routes for the tool's caller. Throws the route's own error. */
export async function askRoute({ app, caller, inner }: ToolContext, request: InnerRequest): Promise<InnerAnswer> {
  const answer = await inner.send(app, caller, request);
  if (answer.status < 400) return answer;
  const { code, message, docs_url: _page, ...details } = (answer.json as { error: Record<string, unknown> }).error;
  const known = isErrorCode(String(code)) ? (String(code) as FramemillError['code']) : 'internal_error';
  throw new FramemillError(known, String(message), details);
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
