import type { Effect } from './define-effect.ts';

/** Every effect that can be drawn. One file and one line an effect. */
export const effects: readonly Effect[] = [];
