import type { Clip, Transition } from '@framemill/timeline';
import { image, type PageProject, plain, project, sea } from './page-project.ts';

const pair = (transition: Transition): Clip[] => [image({ duration: 1 }), sea({ start: 1, duration: 1, transition })];

/** Test projects for transitions between two images. */
export const transitionProjects: readonly PageProject[] = (
  [
    { type: 'fade', duration: 0.6 },
    { type: 'dissolve', duration: 0.6 },
    { type: 'wipe', duration: 0.6 },
    { type: 'slide', duration: 0.6, direction: 'up' },
    { type: 'push', duration: 0.6 },
    { type: 'zoom', duration: 0.6 },
    { type: 'spin', duration: 0.6 },
    { type: 'blur', duration: 0.6 },
    { type: 'flash', duration: 0.6 },
    { type: 'circle', duration: 0.6 },
    { type: 'iris', duration: 0.6 },
    { type: 'radial', duration: 0.6 },
    { type: 'blinds', duration: 0.6 },
  ] satisfies Transition[]
).map((transition) => project(`transition-${transition.type}`, plain, [0.91, 1.12, 1.41, 1.71], pair(transition)));
