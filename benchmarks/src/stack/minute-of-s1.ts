import { captionStyle } from '../media/draw-caption.ts';
import type { BenchMedia } from '../media/make-media.ts';
import { keyframes } from '../scenes/scene.ts';
import { applyCommands } from './apply-commands.ts';
import { at, call } from './call.ts';
import { ingested, uploadMedia } from './upload-media.ts';

const clipSec = 10;
const clips = ['a', 'b', 'c', 'd', 'a', 'b'] as const;
const captionSec = 2;

/** A project over HTTP. */
export interface MinuteOfS1 {
  projectId: string;
  /** The source that is put in front. */
  front: string;
  /** Ids of the captions, first to last. */
  captions: string[];
}

/** Makes a project of sixty seconds like scene S1 of uploaded clips of ten, a logo that never stands still and a caption every three seconds. */
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
