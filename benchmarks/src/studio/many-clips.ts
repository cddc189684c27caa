import type { Command } from '@framemill/timeline';
import { at, call } from '../stack/call.ts';

const TRACKS = 10;
/** Number of commands in one request. */
const BATCH = 200;

/** Creates a project of `count` texts and shapes of 2 s, one after the other on ten tracks. Returns its id. */
export async function makeManyClips(apiHost: string, key: string, count: number): Promise<string> {
  const tracks = Array.from({ length: TRACKS }, (): Command => ({ op: 'addTrack', type: 'video' }));
  const project = await call(apiHost, key, 'POST', '/projects', { name: `${count} clips`, commands: tracks });
  const id = String(at(project, 'project', 'id'));
  const document = at(await call(apiHost, key, 'GET', `/projects/${id}?view=document`), 'project', 'document');
  const made = at(document, 'tracks');
  const trackIds = (Array.isArray(made) ? made : []).slice(-TRACKS).map((track) => at(track, 'id'));
  for (let from = 0; from < count; from += BATCH) {
    const commands = Array.from({ length: Math.min(BATCH, count - from) }, (_, index): Command => {
      const number = from + index;
      const place = { start: Math.floor(number / TRACKS) * 2, duration: 2, trackIndex: trackIds[number % TRACKS] };
      if (number % 3 === 0)
        return { op: 'addShapeClip', kind: 'rectangle', style: { width: 300, height: 200 }, ...place };
      return { op: 'addTextClip', text: `Clip ${number}`, ...place };
    });
    await call(apiHost, key, 'POST', `/projects/${id}/commands`, { commands });
  }
  return id;
}
