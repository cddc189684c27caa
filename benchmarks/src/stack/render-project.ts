import { setTimeout as wait } from 'node:timers/promises';
import { FramemillError } from '@framemill/timeline';
import { at, call } from './call.ts';

/**
 * Starts a render of a project, polls every `everyMs` until it is COMPLETED, and returns its record. Throws
 * `internal_error` when it fails or is cancelled.
 */
export async function renderProject(
  apiHost: string,
  key: string,
  projectId: string,
  { quality = 'standard', everyMs = 500 }: { quality?: string; everyMs?: number } = {},
): Promise<unknown> {
  const asked = await call(apiHost, key, 'POST', '/renders', { projectId, quality });
  const renderId = String(at(asked, 'render', 'id'));
  for (;;) {
    const render = at(await call(apiHost, key, 'GET', `/renders/${renderId}`), 'render');
    const status = at(render, 'status');
    if (status === 'COMPLETED') return render;
    if (status === 'FAILED' || status === 'CANCELLED')
      throw new FramemillError('internal_error', `The render ended as ${status}: ${String(at(render, 'error'))}`);
    await wait(everyMs);
  }
}

/** Returns the time from the request to the finished file, in seconds, by the service's clock. */
export function secondsOf(render: unknown): number {
  return (Date.parse(String(at(render, 'completedAt'))) - Date.parse(String(at(render, 'createdAt')))) / 1_000;
}
