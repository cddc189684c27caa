import type { Document } from '@framemill/timeline';
import { againWhenStale } from '../../projects/again-when-stale.ts';
import { applyBatch } from '../../projects/apply-batch.ts';
import { authorOf } from '../../projects/change-journal.ts';
import type { CommandInput } from '../../projects/command-batch.ts';
import { loadProject, saveDocument } from '../../projects/project-store.ts';
import { replies } from '../replies.ts';
import type { BotWork, Next, StageResult } from '../work.ts';

/** Duration of a photo, and of media of unknown length, in seconds. */
const PHOTO_SEC = 4;
/** Minimum duration of a clip, in seconds. */
const SHORTEST_SEC = 0.1;
const TRIES = 4;

/** Media file that can become a clip. */
interface Placed {
  id: string;
  name: string;
  kind: 'video' | 'image' | 'audio';
  width: number | null;
  height: number | null;
  durationSec: number | null;
}

/**
 * Adds the file of a message at the end of the person's project: videos and images on the lowest video track, audio on
 * the audio track.
 */
export async function place(work: BotWork): Promise<StageResult> {
  const { services, caller, state, message } = work;
  const { projectId = '', mediaId = '' } = state;
  const { accountId } = caller;
  const row = await services.database.client.media.findFirst({ where: { id: mediaId, accountId } });
  if (!row || !isPlaceable(row)) return reply(row?.kind ? replies.kept(row.kind) : replies.notMedia);
  const project = await loadProject(services, accountId, projectId);
  if (state.placedOn === undefined) return { stage: 'place', state: { placedOn: project.row.rev } };
  const isThere = project.row.rev > state.placedOn && project.document.clips.some(({ src }) => src.includes(mediaId));
  if (!isThere) {
    await againWhenStale(TRIES, async () => {
      const latest = await loadProject(services, accountId, projectId);
      const commands = placing(latest.document, row);
      const { document, changed, results } = await applyBatch(services, caller, latest.document, commands);
      if (!changed) throw new Error(`The media ${mediaId} could not be added to the project ${projectId}.`);
      await saveDocument(services, accountId, latest, document, {
        ...{ author: authorOf(caller, 'bot'), commands, results },
      });
    });
  }
  return message.text.trim() === '' ? reply(replies.added) : { stage: 'take' };
}

function isPlaceable<Row extends { kind: string | null }>(row: Row): row is Row & Placed {
  return row.kind === 'video' || row.kind === 'image' || row.kind === 'audio';
}

/** Returns the commands that add a file at the end. The first video or image of a project sets its aspect ratio. */
export function placing({ tracks, clips }: Document, media: Placed): CommandInput[] {
  const wanted = media.kind === 'audio' ? 'audio' : 'video';
  const trackIndex = (tracks.find(({ type }) => type === wanted) ?? tracks[0])?.id ?? 0;
  const start = clips
    .filter((clip) => clip.trackIndex === trackIndex)
    .reduce((end, clip) => Math.max(end, clip.start + clip.duration), 0);
  const duration = media.kind === 'image' ? PHOTO_SEC : Math.max(SHORTEST_SEC, media.durationSec ?? PHOTO_SEC);
  const shape = media.kind !== 'audio' && clips.length === 0 ? shapeOf(media) : [];
  const { kind: type, id: src, name } = media;
  return [...shape, Object.assign({ op: 'addClip' }, { type, src, name, start, duration, trackIndex })];
}

function shapeOf({ width, height }: Placed) {
  if (!width || !height) return [];
  const ratio = width / height;
  const aspectRatio = ratio < 0.9 ? '9:16' : ratio < 1.2 ? '1:1' : '16:9';
  return [{ op: 'setProjectSettings', aspectRatio }];
}

function reply(text: string): Next {
  return { stage: 'reply', state: { reply: text } };
}
