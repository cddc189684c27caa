import { refusalIn } from '../http/error-reply.ts';
import type { InnerAnswer, InnerRequest } from '../routing/inner-calls.ts';
import type { ToolContent, ToolContext } from './tool.ts';

/**
 * Calls an API route with the rights of the tool's caller, and returns the response. Throws the route's error if the
 * status is 400 or above.
 */
export async function askRoute({ app, caller, inner }: ToolContext, request: InnerRequest): Promise<InnerAnswer> {
  const answer = await inner.send(app, caller, request);
  if (answer.status < 400) return answer;
  throw refusalIn(answer.json);
}

/**
 * Calls an API route with the rights of the tool's caller, and returns the JSON of the response. Throws the route's
 * error if the status is 400 or above.
 */
export async function askJson(context: ToolContext, request: InnerRequest): Promise<Record<string, unknown>> {
  return (await askRoute(context, request)).json as Record<string, unknown>;
}

/**
 * Builds a query string with a leading `?` from the values that are not undefined. Returns an empty string when there
 * are none.
 */
export function queryOf(values: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value));
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/**
 * Renders the frame at `atSec` seconds of a project as a JPEG image for the model.
 * The frame counts against the rate limit of preview frames. Rendering stops when the client disconnects.
 */
export async function frameContent(context: ToolContext, projectId: string, atSec: number): Promise<ToolContent> {
  const url = `/v1/projects/${encodeURIComponent(projectId)}/preview${queryOf({ format: 'image', at: atSec })}`;
  const { bytes } = await askRoute(context, { method: 'GET', url, signal: context.signal });
  return { type: 'image', data: bytes.toString('base64'), mimeType: 'image/jpeg' };
}
