import { setTimeout as wait } from 'node:timers/promises';
import { FramemillError } from '@framemill/timeline';
import { at, call } from './call.ts';

/** Orders a render of a project and waits until it is COMPLETED, looking every `everyMs`; returns its record. Throws when it ends otherwise. */
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
      throw new FramemillError('internal_error', `A render ended as ${status}: ${String(at(render, 'error'))}`);
    await wait(everyMs);
  }
}

/** From the request to the finished file, by the service's own clock. */
export function secondsOf(render: unknown): number {
  return (Date.parse(String(at(render, 'completedAt'))) - Date.parse(String(at(render, 'createdAt')))) / 1_000;
}
