import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFrame } from '../../frame.ts';
import { openFrameWriter } from '../frame-writer.ts';
import { optionsOf } from './hardware-choice.ts';
import { type HardwareEncoder, hardwareEncoders } from './hardware-encoders.ts';

// Larger than the minimum size of all these encoders.
const [width, height] = [320, 192];
const frames = 3;
const rate = { num: 30, den: 1 };

/**
 * Returns the names of the hardware encoders that work here: each one has encoded a few small frames with the options
 * of renders. Takes a second where there are some, a few milliseconds where there are none.
 */
export function workingEncoders(): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'framemill-encoders-'));
  try {
    return hardwareEncoders
      .filter((encoder) => encodes(encoder, join(folder, 'probe.mp4')))
      .map(({ name }) => `${name}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function encodes(encoder: HardwareEncoder, path: string): boolean {
  const { name, input, level } = encoder;
  const middle = Math.round((level.best + level.worst) / 2);
  const options = optionsOf(encoder, { draft: middle, standard: middle, high: middle }).standard;
  const frame = createFrame(width, height);
  for (const plane of frame.data ?? []) plane.fill(128);
  try {
    const encoding = { encoder: name, options, input, width, height, clock: rate, rate };
    const writer = openFrameWriter(encoding, path, 'a probe');
    try {
      for (let at = 0; at < frames; at++) writer.write(frame, { start: at, length: 1, isKey: false });
      return writer.finish().frames === frames;
    } finally {
      writer.abort();
    }
  } catch {
    // No device, no driver, or unsupported options: the encoder is not used.
    return false;
  } finally {
    frame.free();
  }
}
