import { type BenchMedia, captionStyle } from '../media.ts';
import { keyframes } from '../scenes/scene.ts';
import { applyCommands, at, call, ingested, uploadMedia } from './call.ts';

const clipSec = 10;
const clips = ['a', 'b', 'c', 'd', 'a', 'b'] as const;
const captionSec = 2;

/** Project with sixty seconds of scene S1, created over HTTP. */
export interface MinuteOfS1 {
  projectId: string;
  /** Media id of the clip that is inserted at the start. */
  front: string;
  /** Ids of the captions, from first to last. */
  captions: string[];
}

/**
 * Creates a sixty-second project like scene S1: uploaded clips of ten seconds, a moving logo, and three captions in
 * every ten seconds.
 */
export async function makeMinuteOfS1(apiHost: string, key: string, media: BenchMedia): Promise<MinuteOfS1> {
  const ids: Partial<Record<(typeof clips)[number], string>> = {};
  for (const name of ['a', 'b', 'c', 'd'] as const) ids[name] = await uploadMedia(apiHost, key, media.videos[name]);
  const logo = await uploadMedia(apiHost, key, media.logo);
  for (const id of [...Object.values(ids), logo]) await ingested(apiHost, key, id);
  const created = await call(apiHost, key, 'POST', '/projects', { name: 'edit' });
  const projectId = String(at(created, 'project', 'id'));
  const starts = clips.map((_, i) => i * clipSec);
  const place = { type: 'video', duration: clipSec, trackIndex: 0 };
  await applyCommands(
    apiHost,
    key,
    projectId,
    clips.map((name, i) => ({ op: 'addClip', ...place, src: ids[name], start: i * clipSec })),
  );
  const logos = await applyCommands(
    apiHost,
    key,
    projectId,
    starts.map((start) => ({ op: 'addClip', type: 'image', src: logo, start, duration: clipSec, trackIndex: 1 })),
  );
  const motion = keyframes('x', [
    [0, -760],
    [clipSec, 740],
  ]);
  await applyCommands(
    apiHost,
    key,
    projectId,
    logos.flatMap((clipId) => [
      { op: 'updateClip', clipId, patch: { fit: 'none', y: -420 } },
      ...motion.map((keyframe) => ({ ...keyframe, clipId })),
    ]),
  );
  const captions = await applyCommands(
    apiHost,
    key,
    projectId,
    starts.flatMap((start) =>
      [0, 1, 2].map((third) => ({
        ...{ op: 'addTextClip', text: `Caption ${start / clipSec}.${third}`, duration: captionSec, trackIndex: 2 },
        ...{ start: start + 0.5 + 3 * third, style: captionStyle },
      })),
    ),
  );
  return { projectId, front: ids.c ?? '', captions };
}
