import type { TransitionLook } from './define-transition.ts';

/** Every transition that is made of primitives; `dissolve` is drawn by the planar path. One file and one line each. */
export const transitions: readonly TransitionLook[] = [];
