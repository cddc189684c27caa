import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Clip, Document } from '@framemill/timeline/rendering';
import { mixHashes } from './audio/calibration.ts';
import { calibrationClip, calibrationProject } from './calibration-project.ts';
import { canonicalJson } from './catalog/canonical-json.ts';
import { fontSet } from './catalog/fonts.ts';
import type { OutputProfile } from './catalog.ts';
import { programEngine } from './child/program-file.ts';
import { codeHash } from './code-hash.ts';
import { readModule } from './kernels/kernel-module.ts';
import { wideColourSample } from './media/decode/colour/wide-colour-sample.ts';
import { encodedHashes } from './media/encode/encoder-samples.ts';
import { createRenderer, type MediaFiles } from './render/renderer.ts';

/** Exact versions of libraries that are not part of the bundle. */
const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);

const width = 96;
const height = 64;
const frames = 4;
const seconds = frames / 25;

/** Packages whose code determines audio and video, hashed where there is no bundle. */
const packages = [
  fileURLToPath(new URL('..', import.meta.url)),
  fileURLToPath(new URL('..', import.meta.resolve('@framemill/timeline/rendering'))),
];

/**
 * Computes the fingerprint of the engine (hex, 64 characters): a hash of its code, as renders load it, and of its
 * results for a tiny calibration project on this processor with these libraries. The project covers text, shapes,
 * rotated and cropped layers, opacity, a dissolve and high dynamic range. The result is then decoded, scaled and
 * encoded again. A few frames in every format and quality and an audio mix are added. Machines with equal fingerprints
 * give equal bytes; each release has another fingerprint. Less than a second.
 */
export async function engineFingerprint(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'framemill-calibration-'));
  try {
    const hash = createHash('sha256')
      .update(canonicalJson({ code: programEngine() ?? codeHash(packages), dependencies, fontSet }))
      .update(readModule())
      .update(wideColourSample());
    const drawn = await renderHash(drawnDocument(), {}, 'high', join(folder, 'drawn.mp4'));
    hash.update(drawn);
    const media = decodedMedia(join(folder, 'drawn.mp4'), drawn);
    hash.update(await renderHash(decodedDocument(), media, 'standard', join(folder, 'decoded.mp4')));
    for (const encoded of encodedHashes(folder)) hash.update(encoded);
    for (const mix of await mixHashes(folder)) hash.update(mix);
    return hash.digest('hex');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function renderHash(
  document: Document,
  media: MediaFiles,
  quality: OutputProfile['quality'],
  outPath: string,
): Promise<string> {
  const rate = { num: 25, den: 1 };
  const profile: OutputProfile = { format: 'mp4', quality, width, height, rate, watermark: false };
  const renderer = await createRenderer({ document, profile, media });
  try {
    const { sha256 } = await renderer.renderSegment(0, frames, outPath);
    return sha256;
  } finally {
    renderer.close();
  }
}

function drawnDocument(): Document {
  const star = { kind: 'star', fill: '#ffcc00', stroke: '#203040', strokeWidth: 2, width: 50, height: 50 } as const;
  const box = { kind: 'rounded-rectangle', fill: '#3366ff', width: 40, height: 30, cornerRadius: 8 } as const;
  return calibration([
    clip('t', {
      type: 'text',
      trackIndex: 1,
      y: 20,
      textStyle: {
        content: 'Ag4',
        fontSize: 19,
        strokeWidth: 1,
        animation: { in: { name: 'blur', duration: seconds }, loop: { name: 'spin', unit: 'character' } },
      },
    }),
    clip('a', { type: 'shape', shape: star, x: -12.3, rotation: 17, opacity: 0.8, duration: seconds / 2 }),
    clip('b', {
      type: 'shape',
      shape: box,
      start: seconds / 2,
      duration: seconds / 2,
      cropL: 0.2,
      transition: { type: 'dissolve', duration: seconds / 4 },
      kfX: [
        { time: 0, value: -9 },
        { time: seconds, value: 9.5 },
      ],
    }),
  ]);
}

function decodedDocument(): Document {
  return calibration([
    clip('c', { type: 'video', src: 'drawn', scale: 0.9 }),
    clip('d', {
      type: 'video',
      src: 'drawn',
      trackIndex: 1,
      scale: 0.45,
      rotation: -12,
      opacity: 0.7,
      cornerRadius: 5,
    }),
  ]);
}

function decodedMedia(path: string, sha256: string): MediaFiles {
  const size = { width, height, durationSec: seconds, fps: 25, hasAudio: false, sizeBytes: 1 };
  return { drawn: { path, facts: { kind: 'video', sha256, mimeType: 'video/mp4', ...size } } };
}

function calibration(clips: Clip[]): Document {
  return calibrationProject({ width, height, background: '#602040' }, clips);
}

function clip(id: string, fields: Partial<Clip> & Pick<Clip, 'type'>): Clip {
  return calibrationClip(id, seconds, { muted: true, ...fields });
}
