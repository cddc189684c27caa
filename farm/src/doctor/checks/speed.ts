import path from 'node:path';
import { catalogue, outputProfile } from '@framemill/compositor/catalog';
import { applyCommands, createDocument, type Document } from '@framemill/timeline';
import type { Check } from '../check.ts';

/** Speed in frames per second below which the check warns: one slot then renders far below real time. */
const slowFps = 15;

/** Renders one second of 1080p30 with a shape and a title in one slot, encoded and verified as for a customer. */
export const speed: Check = {
  name: 'speed',
  async run({ folder, runTask }) {
    const document = testDocument();
    const { profile } = outputProfile(document.settings, {
      ...{ format: 'mp4', quality: 'standard', resolution: 'full', maxShortSide: null, watermark: false },
    });
    const segment = (name: string, startFrame: number, endFrame: number) =>
      runTask({
        ...{ type: 'segments', document, profile, media: {} },
        segments: [{ index: 0, startFrame, endFrame, outPath: path.join(folder, name) }],
      });
    // The child loads its code and fonts with the first frames.
    await segment('warm', 0, 2);
    const startedAt = performance.now();
    const { segments } = await segment('second', 0, 30);
    const seconds = (performance.now() - startedAt) / 1_000;
    const frames = segments.reduce((sum, { frames: count }) => sum + count, 0);
    const fps = frames / seconds;
    const text = `${fps.toFixed(1)} frames/s of 1080p in one slot (${frames} frames in ${seconds.toFixed(2)} s)`;
    return { verdict: fps < slowFps ? 'warn' : 'ok', text, details: { frames, seconds, fps } };
  },
};

function testDocument(): Document {
  let lastId = 0;
  const newId = () => {
    lastId += 1;
    return `doctor_${lastId}`;
  };
  const { document, results } = applyCommands(
    createDocument({ width: 1920, height: 1080, fps: 30 }),
    [
      {
        op: 'addShapeClip',
        kind: 'circle',
        start: 0,
        duration: 1,
        style: { fill: '#ffb765', width: 600, height: 600 },
      },
      {
        op: 'addTextClip',
        text: 'A second of 1080p',
        start: 0,
        duration: 1,
        style: { fontSize: 120, color: '#ffffff' },
      },
    ],
    { newId, catalogue, media: () => null },
  );
  const failed = results.find(({ ok }) => !ok);
  if (failed) throw new Error(`The test document could not be created: ${failed.error}`);
  return document;
}
