import { makeClip } from '../../scenes.ts';
import { image, type PageProject, plain, project, sea, sticker, video } from './page-project.ts';

/** Test projects for the position of images: keyframes, fits and crops. */
export const placementProjects: readonly PageProject[] = [
  project(
    'keyframes',
    plain,
    [0.01, 0.41, 1.01, 1.71],
    [
      image({
        kfScale: [
          { time: 0, value: 1, easing: 'easeInOut' },
          { time: 2, value: 1.4 },
        ],
        kfX: [
          { time: 0, value: -40, easing: 'easeOutBounce' },
          { time: 1.5, value: 40 },
        ],
      }),
      sticker({
        kfRotation: [
          { time: 0, value: 0, easing: 'spring' },
          { time: 2, value: 180 },
        ],
        kfOpacity: [
          { time: 0, value: 0.2 },
          { time: 1, value: 1 },
        ],
        skewX: 20,
        x: -100,
      }),
    ],
  ),
  project(
    'fits-and-crops',
    plain,
    [0.5],
    [
      video({ src: 'square.mp4', mediaDuration: 2, fit: 'contain-blur' }),
      image({ trackIndex: 1, scale: 0.4, x: -200, cropL: 0.2, cropT: 0.1, cornerRadius: 60 }),
      sea({ trackIndex: 2, scale: 0.3, x: 200, y: -80, flipH: true, cropB: 0.3 }),
      image({ trackIndex: 3, fit: 'cover', scale: 0.3, x: 200, y: 90, rotation: -10, anchorX: 0, anchorY: 0 }),
      makeClip({
        ...{ type: 'shape', trackIndex: 4, fit: 'fill', scale: 0.3, x: -180, y: 110 },
        shape: { kind: 'star', width: 60, height: 60, fill: '#ffcc33', stroke: '#3355cc', strokeWidth: 6 },
      }),
      makeClip({
        ...{ type: 'text', trackIndex: 5, fit: 'contain', scale: 0.4, y: 130 },
        textStyle: { content: 'Fitted', fontSize: 20, animation: { in: { name: 'pop', duration: 1 } } },
      }),
    ],
  ),
];
