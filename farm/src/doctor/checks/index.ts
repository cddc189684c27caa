import type { Check } from '../check.ts';
import { browser } from './browser.ts';
import { codecs } from './codecs.ts';
import { disk } from './disk.ts';
import { gl } from './gl.ts';
import { graphicsCard } from './graphics-card.ts';
import { licences } from './licences.ts';
import { memory } from './memory.ts';
import { objectStore } from './object-store.ts';
import { redis } from './redis.ts';
import { slots } from './slots.ts';
import { speech } from './speech.ts';
import { speed } from './speed.ts';

/** All checks in the order of the report: one file and one line each. */
export const checks: readonly Check[] = [
  slots,
  memory,
  disk,
  codecs,
  licences,
  gl,
  graphicsCard,
  browser,
  speech,
  speed,
  objectStore,
  redis,
];
