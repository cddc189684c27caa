import type { MessageCase } from '../message-case.ts';
import { audioMessages } from './audio.ts';
import { compound } from './compound.ts';
import { cuts } from './cuts.ts';
import { doubtful } from './doubtful.ts';
import { everyday } from './everyday.ts';
import { fresh } from './fresh.ts';
import { fresh2 } from './fresh-2.ts';
import { fresh3 } from './fresh-3.ts';
import { fresh4 } from './fresh-4.ts';
import { fresh5 } from './fresh-5.ts';
import { heldOut } from './held-out.ts';
import { hostile } from './hostile.ts';
import { looks } from './looks.ts';
import { texts } from './texts.ts';

/** Messages from which the planner's rules were developed, by theme. */
export const THEMES: Record<string, MessageCase[]> = {
  texts,
  cuts,
  looks,
  audioMessages,
  compound,
  everyday,
  fresh,
  fresh2,
  fresh3,
  fresh4,
  fresh5,
  hostile,
  doubtful,
};
/** Messages from which no rule of the planner was developed. */
export const HELD_OUT: MessageCase[] = heldOut;
