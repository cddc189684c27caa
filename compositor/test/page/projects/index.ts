import { effectProjects } from './effects.ts';
import type { PageProject } from './page-project.ts';
import { placementProjects } from './placements.ts';
import { shapeProjects } from './shapes.ts';
import { textProjects } from './texts.ts';
import { transitionProjects } from './transitions.ts';
import { videoProjects } from './videos.ts';

export { makeMedia } from './media.ts';
export type { PageProject } from './page-project.ts';

/** All projects whose page is compared with rendered frames, by family. */
export const pageProjects: readonly PageProject[] = [
  ...videoProjects,
  ...placementProjects,
  ...shapeProjects,
  ...effectProjects,
  ...transitionProjects,
  ...textProjects,
];
