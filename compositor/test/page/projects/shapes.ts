import type { Clip } from '@framemill/timeline';
import { makeClip } from '../../scenes.ts';
import { type PageProject, plain, project } from './page-project.ts';

const shape = (style: Clip['shape'], fields: Partial<Clip> = {}) =>
  makeClip({ type: 'shape', trackIndex: 1, shape: style, ...fields });

/** Test projects for shapes with fills, gradients and lines. */
export const shapeProjects: readonly PageProject[] = [
  project(
    'shapes',
    plain,
    [0.5],
    [
      shape({ kind: 'star', fill: '#ffcc33', width: 160, height: 160 }, { trackIndex: 0, x: -220, y: -80 }),
      shape(
        { kind: 'heart', fill: '#dd3366', stroke: '#ffffff', strokeWidth: 6, width: 140, height: 130 },
        { x: 0, y: -80 },
      ),
      shape(
        {
          kind: 'rounded-rectangle',
          cornerRadius: 30,
          width: 180,
          height: 120,
          fill: {
            type: 'linear',
            angle: 120,
            stops: [
              { offset: 0, color: '#00ccff' },
              { offset: 1, color: '#7700ff' },
            ],
          },
        },
        { trackIndex: 2, x: 210, y: -80 },
      ),
      shape(
        {
          kind: 'circle',
          width: 140,
          height: 140,
          fill: {
            type: 'radial',
            stops: [
              { offset: 0, color: '#ffffff' },
              { offset: 1, color: '#ff5500' },
            ],
          },
        },
        { trackIndex: 3, x: -220, y: 90 },
      ),
      shape(
        { kind: 'arc', stroke: '#88ffaa', strokeWidth: 12, width: 140, height: 140, sweep: 270 },
        { trackIndex: 4, y: 90 },
      ),
      shape(
        {
          kind: 'path',
          d: 'M0 0C40 160 120 -80 160 100',
          fill: 'none',
          stroke: '#ffffff',
          strokeWidth: 8,
          width: 160,
          height: 100,
          trimStart: 0.1,
          trimEnd: 0.8,
        },
        { trackIndex: 5, x: 210, y: 90 },
      ),
    ],
  ),
];
