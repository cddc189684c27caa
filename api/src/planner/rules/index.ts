import type { Rule } from '../rule.ts';
import { audioRules } from './audio.ts';
import { canvasRules } from './canvas.ts';
import { cutRules } from './cuts.ts';
import { lookRules } from './looks.ts';
import { looseAudioRules } from './loose-audio.ts';
import { looseLookRules } from './loose-looks.ts';
import { looseTimeRules } from './loose-time.ts';
import { orderRules } from './orders.ts';
import { placeRules } from './places.ts';
import { speedRules } from './speeds.ts';
import { textStyleRules } from './text-styles.ts';
import { textRules } from './texts.ts';
import { transitionRules } from './transitions.ts';

/** All rules of the offline planner. The first rule that understands a whole instruction plans it. */
export const rules: readonly Rule[] = [
  ...textRules,
  ...canvasRules,
  ...textStyleRules,
  ...audioRules,
  ...transitionRules,
  ...lookRules,
  ...placeRules,
  ...cutRules,
  ...orderRules,
  ...speedRules,
  ...looseAudioRules,
  ...looseLookRules,
  ...looseTimeRules,
];
