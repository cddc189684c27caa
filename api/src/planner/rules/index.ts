import type { Rule } from '../rule.ts';
import { cutRules } from './cuts.ts';
import { lookRules } from './looks.ts';
import { soundRules } from './sounds.ts';
import { textRules } from './texts.ts';

/** What the offline planner understands: the first rule that matches an instruction plans it. */
export const rules: readonly Rule[] = [...textRules, ...soundRules, ...lookRules, ...cutRules];
