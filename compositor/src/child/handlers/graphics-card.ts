import process from 'node:process';
import { FramemillError } from '@framemill/timeline/errors';
import { probeCard } from '../../gpu/machine/probe-card.ts';
import { chooseHardware, hardwareFingerprint } from '../../media/encode/hardware/hardware-choice.ts';
import { workingDecoders } from '../../media/encode/hardware/probe-decoders.ts';
import { workingEncoders } from '../../media/encode/hardware/probe-encoders.ts';
import type { Handler } from './handler.ts';

/**
 * Handler that reports the GPU and the hardware codecs of this machine. Machines with equal engines and equal GPUs draw
 * equal frames.
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
