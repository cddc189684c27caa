import process from 'node:process';
import { FramemillError } from '@framemill/timeline/errors';
import { hardwareEncoders } from '../../gpu/machine/hardware-encoders.ts';
import { probeCard } from '../../gpu/machine/probe-card.ts';
import type { Handler } from './handler.ts';

/** Says which graphics card this machine has: machines with equal engines and equal cards draw equal pictures. */
export const graphicsCard: Handler<'graphics-card'> = {
  type: 'graphics-card',
  run: async () => {
    const encoders = hardwareEncoders();
    try {
      const card = await probeCard(process.env.GPU_SOFTWARE === 'allow', () => performance.now());
      return { card, problem: null, encoders };
    } catch (error) {
      if (error instanceof FramemillError) return { card: null, problem: error.message, encoders };
      throw error;
    }
  },
};
