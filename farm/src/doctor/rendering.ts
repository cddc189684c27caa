import path from 'node:path';
import { catalogue } from '@framemill/compositor/capabilities';
import { hasPocketsphinx } from '@framemill/compositor/child';
import { findBrowser } from '@framemill/compositor/chromium';
import { outputProfile } from '@framemill/compositor/plan';
import { applyCommands, createDocument, type Document } from '@framemill/timeline';
import { requireCodecs } from '../node/required-codecs.ts';
import type { Check } from './check.ts';

/** Starts a render child, runs its calibration, and checks that it has all encoders that renders need. */
export const codecs: Check = {
  name: 'codecs',
  async run({ runTask }) {
    const { fingerprint, codecs: names } = await runTask({ type: 'fingerprint' });
    requireCodecs(names);
    const text = `${names.join(', ')}; engine ${fingerprint.slice(0, 12)}`;
    return { verdict: 'ok', text, details: { codecs: names, fingerprint } };
  },
};

/**
 * Reports the licence and components of the FFmpeg library, and whether container images with it may be distributed.
 */
export const licences: Check = {
  name: 'licences',
  async run({ runTask }) {
    const library = await runTask({ type: 'licences' });
    const { version, licence, nonfree, mayBePassedOn } = library;
    const allowed = process.env.ALLOW_NONFREE === '1';
    const use = allowed ? 'may be used (ALLOW_NONFREE=1)' : 'is never used';
    const parts = nonfree.map((name) => `, with ${name}, which does not go together with the GPL and ${use}`).join('');
    const passing = mayBePassedOn
      ? 'may be passed on under that licence'
      : 'may be run, but images and folders with it may not be passed on: see LICENSE';
    return {
      // A warning that every fresh installation shows would be ignored: only an operator's own choice causes one.
      verdict: allowed && nonfree.length > 0 ? 'warn' : 'ok',
      text: `FFmpeg ${version}, ${licence}${parts}; ${passing}`,
      details: { ...library },
    };
  },
};

/**
 * Starts Chromium in the way that HTML clips need. Without Chromium the node runs all jobs except those with HTML
 * clips.
 */
export const browser: Check = {
  name: 'Chromium',
  async run({ settings, runTask }) {
    if (!settings.htmlClips) return { verdict: 'ok', text: 'switched off by HTML_CLIPS', details: { html: false } };
    const { fingerprint, problem } = await runTask({ type: 'browser' });
    if (fingerprint === null) return { verdict: 'warn', text: `${problem}`, details: { html: false } };
    const executable = findBrowser();
    return { verdict: 'ok', text: `${executable} draws html clips`, details: { html: true, executable } };
  },
};

/** Reports whether this machine can transcribe speech. If not, the node runs all other jobs. */
export const speech: Check = {
  name: 'speech',
  async run() {
    const transcribes = await hasPocketsphinx();
    const text = transcribes
      ? 'pocketsphinx is installed: scripts are aligned, English speech is transcribed'
      : 'pocketsphinx is missing: other nodes transcribe speech. Install pocketsphinx and pocketsphinx-en-us';
    return { verdict: 'ok', text, details: { transcribes } };
  },
};

/** Speed in frames per second below which the check warns: one slot then renders far below real time. */
const slowFps = 15;

/**
 * Renders one second of 1080p30 with a shape and a title in one slot, and encodes and verifies it like a normal render.
 */
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
