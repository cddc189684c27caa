import process from 'node:process';
import { FramemillError } from '@framemill/timeline/errors';
import { Codec } from 'node-av/lib';
import { audioCodecs } from '../../audio/encoders.ts';
import { engineFingerprint } from '../../engine/fingerprint.ts';
import { probeCard } from '../../gpu/machine/probe-card.ts';
import { browserFingerprint } from '../../html/browser-fingerprint.ts';
import { codecLibrary } from '../../media/codec-library.ts';
import { videoCodecs } from '../../media/encode/encoders.ts';
import { chooseHardware, hardwareFingerprint } from '../../media/encode/hardware/hardware-choice.ts';
import { workingDecoders, workingEncoders } from '../../media/encode/hardware/probe-codecs.ts';
import type { Handler } from '../tasks.ts';

/**
 * Handler that returns the fingerprint of the engine (the render program on this machine) and the names of the
 * available encoders. Machines with equal fingerprints render equal bytes.
 */
export const fingerprint: Handler<'fingerprint'> = {
  type: 'fingerprint',
  run: async () => ({ fingerprint: await engineFingerprint(), codecs: availableEncoders() }),
};

/**
 * Handler that reports the GPU and the hardware codecs of this machine. Two machines draw equal frames on their GPUs if
 * the fingerprints of their engines (the render program on a machine) and of their GPUs are equal.
 */
export const graphicsCard: Handler<'graphics-card'> = {
  type: 'graphics-card',
  run: async () => {
    const encoders = workingEncoders();
    const isOn = process.env.HARDWARE_ENCODERS === 'auto';
    const choice = chooseHardware('mp4', { isOn, works: encoders });
    const codecs = {
      encoders,
      decoders: workingDecoders(),
      encoder: choice && { name: `${choice.name}`, fingerprint: hardwareFingerprint(choice) },
    };
    try {
      const card = await probeCard(process.env.GPU_SOFTWARE === 'allow', () => performance.now());
      return { card, problem: null, ...codecs };
    } catch (error) {
      if (error instanceof FramemillError) return { card: null, problem: error.message, ...codecs };
      throw error;
    }
  },
};

/**
 * Handler that returns the browser's fingerprint. Two machines draw equal HTML clips if the fingerprints of their
 * engines (the render program on a machine) and of their browsers are equal.
 */
export const browser: Handler<'browser'> = {
  type: 'browser',
  run: async () => {
    try {
      return { fingerprint: await browserFingerprint(), problem: null };
    } catch (error) {
      if (error instanceof FramemillError) return { fingerprint: null, problem: error.message };
      throw error;
    }
  },
};

/** Handler that reports version, options and licence of the codec library of this process. */
export const licences: Handler<'licences'> = {
  type: 'licences',
  run: async () => codecLibrary(),
};

/** Returns the names of the encoders that Framemill uses and this build of the codec library has, sorted. */
function availableEncoders(): string[] {
  const names = [...Object.values(videoCodecs), ...Object.values(audioCodecs)].map((codec) => codec.encoder);
  return [...new Set(names)].filter((name) => Codec.findEncoderByName(name) !== null).sort();
}
