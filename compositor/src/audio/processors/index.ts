import { chorus } from './chorus.ts';
import { compressor } from './compressor.ts';
import { deesser } from './deesser.ts';
import { delay } from './delay.ts';
import { denoise } from './denoise.ts';
import { gain } from './gain.ts';
import { gate } from './gate.ts';
import { highpass } from './highpass.ts';
import { highshelf } from './highshelf.ts';
import { limiter } from './limiter.ts';
import { lowpass } from './lowpass.ts';
import { lowshelf } from './lowshelf.ts';
import { peaking } from './peaking.ts';
import { phaser } from './phaser.ts';
import { pitchshift } from './pitchshift.ts';
import type { ProcessorDefinition } from './processor.ts';
import { reverb } from './reverb.ts';
import { saturate } from './saturate.ts';

/** All processors of audio chains, in the order of their names in the timeline. To add one: a file here and a line below. */
export const processors: readonly ProcessorDefinition[] = [
  highpass,
  lowpass,
  peaking,
  lowshelf,
  highshelf,
  gain,
  compressor,
  limiter,
  gate,
  deesser,
  denoise,
  saturate,
  delay,
  reverb,
  chorus,
  phaser,
  pitchshift,
];
