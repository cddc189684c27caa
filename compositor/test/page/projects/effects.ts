import { makeClip } from '../../scenes.ts';
import { image, type PageProject, plain, project, sea, sticker, video } from './page-project.ts';

/** Test projects with blend modes, grades, effects, adjustment layers and masks. */
export const effectProjects: readonly PageProject[] = [
  ...(['multiply', 'screen', 'overlay', 'difference', 'add', 'luminosity'] as const).map((blendMode) =>
    project(`blend-${blendMode}`, plain, [0.5], [image(), sea({ trackIndex: 1, scale: 0.8, blendMode, opacity: 0.9 })]),
  ),
  project(
    'grade',
    plain,
    [0.5],
    [
      image({ grade: { exposure: 0.4, contrast: 0.3, saturation: -0.4, temperature: 0.3, hue: 15 } }),
      sea({
        trackIndex: 1,
        scale: 0.45,
        x: 140,
        grade: {
          shadows: 0.5,
          highlights: -0.4,
          gamma: 0.2,
          curves: {
            red: [
              [0, 0.1],
              [0.5, 0.6],
              [1, 1],
            ],
          },
        },
      }),
    ],
  ),
  project(
    'grade-intensity',
    plain,
    [0.5],
    [image({ grade: { exposure: 1.5, contrast: 0.6, saturation: -0.8, intensity: 0.3 } })],
  ),
  project(
    'split-and-outlined',
    plain,
    [0.5],
    [
      video({
        scale: 0.4,
        x: -150,
        effects: [{ id: 'e1', type: 'rgb-split', enabled: true, params: { amount: 24, angle: 30 } }],
      }),
      makeClip({
        type: 'shape',
        trackIndex: 1,
        x: 150,
        shape: { kind: 'star', width: 160, height: 160, fill: '#ffcc33', stroke: '#3355cc', strokeWidth: 40 },
        grade: { exposure: -1 },
      }),
      sticker({
        ...{ trackIndex: 2, y: 90 },
        effects: [
          { id: 'e2', type: 'drop-shadow', enabled: true, params: { x: -30, blur: 30 } },
          { id: 'e3', type: 'rgb-split', enabled: true, params: { amount: 40 } },
        ],
      }),
    ],
  ),
  project(
    'effects',
    plain,
    [0.5],
    [
      image({
        effects: [
          { id: 'e1', type: 'blur', enabled: true, params: { radius: 6 } },
          { id: 'e2', type: 'vignette', enabled: true, params: {} },
        ],
      }),
      sticker({ x: -180, effects: [{ id: 'e3', type: 'drop-shadow', enabled: true, params: {} }] }),
      sticker({ trackIndex: 2, x: 0, effects: [{ id: 'e4', type: 'outline', enabled: true, params: { width: 8 } }] }),
      sea({ trackIndex: 3, scale: 0.3, x: 190, effects: [{ id: 'e5', type: 'duotone', enabled: true, params: {} }] }),
      sea({
        trackIndex: 4,
        scale: 0.3,
        x: 190,
        y: 110,
        effects: [
          { id: 'e6', type: 'posterize', enabled: true, params: {} },
          { id: 'e7', type: 'invert', enabled: true, params: {} },
        ],
      }),
    ],
  ),
  project(
    'adjustment',
    plain,
    [0.5],
    [
      image(),
      makeClip({ type: 'adjustment', trackIndex: 1, grade: { saturation: -1 }, scale: 0.5, x: -160 }),
      makeClip({
        type: 'adjustment',
        trackIndex: 2,
        effects: [{ id: 'e1', type: 'blur', enabled: true, params: { radius: 8 } }],
        scale: 0.5,
        x: 160,
        opacity: 0.7,
      }),
    ],
  ),
  project(
    'masks',
    plain,
    [0.5],
    [
      video({
        mask: { shape: 'circle', width: 280, height: 280, expansion: -10, feather: 20, x: -150 },
        effects: [{ id: 'e1', type: 'scanlines', enabled: true, params: { spacing: 16, intensity: 0.8 } }],
      }),
      sea({ trackIndex: 1, mask: { shape: 'star', width: 260, height: 260, x: 150 } }),
      sea({ trackIndex: 2, scale: 0.3, y: 120, mask: { shape: 'image', src: 'mask.png', channel: 'alpha' } }),
      sea({ trackIndex: 3, mask: { shape: 'linear', y: -130, rotation: 5, feather: 10 } }),
    ],
  ),
];
