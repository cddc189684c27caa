import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { type Grade, GradeSchema } from '../document/grade.ts';
import { KEYFRAMABLE } from '../document/keyframable.ts';
import { fraction, id, oneOf } from '../document/scalars.ts';
import { withClip } from '../edit/change-clip.ts';
import { withFilter } from '../edit/filters.ts';
import { findVisibleClip } from '../edit/find-clip.ts';
import { withFixes } from '../edit/fixes.ts';
import { refuse } from '../errors/framemill-error.ts';
import { FILTER_PRESETS } from '../vocabulary/index.ts';
import { ClipIdParam } from './params.ts';

/** Values of a grade that keyframes override. */
const KEYFRAMED = ['exposure', 'contrast', 'saturation', 'hue', 'temperature', 'tint'] as const;

export const setColorGrade = defineCommand({
  op: 'setColorGrade',
  description:
    'Sets values of the colour grade of a clip; the ones not named stay. wheels, curves, hueCurves and lut are ' +
    'replaced as a whole. resetClip takes the grade away.',
  keywords: {
    'colour correction': {},
    'colour grade': {},
    lut: {},
    brightness: {},
    exposure: {},
    contrast: {},
    saturation: {},
    'white balance': {},
    temperature: {},
    curves: {},
    'colour wheels': {},
    'shadows and highlights': {},
  },
  params: { clipId: ClipIdParam, grade: GradeSchema },
  returns: { grade: GradeSchema },
  examples: [
    {
      title: 'Brighter and warmer',
      params: { clipId: 'clip-1', grade: { exposure: 0.4, temperature: 0.2 } },
      gives: { grade: { exposure: 0.4, temperature: 0.2 } },
    },
    {
      title: 'A curve that lifts the shadows',
      params: {
        clipId: 'clip-2',
        grade: {
          curves: {
            master: [
              [0, 0.08],
              [0.5, 0.5],
              [1, 1],
            ],
          },
        },
      },
    },
  ],
  run: (document, params) => {
    const { clip, index } = findVisibleClip(document, params.clipId);
    if (Object.keys(params.grade).length === 0) {
      throw refuse('grade sets nothing (got {}). Give at least one value, or use resetClip to remove the grade.');
    }
    const problem = unorderedCurve(params.grade);
    if (problem) throw refuse(problem);
    const hidden = KEYFRAMED.filter((prop) => prop in params.grade && clip[KEYFRAMABLE[prop].field]?.length);
    const notes = hidden.map((prop) => `${prop} has keyframes, which go before the value set here. Use addKeyframe.`);
    const grade = { ...clip.grade, ...params.grade };
    return { document: withClip(document, index, { ...clip, grade }), data: withFixes({ grade }, notes) };
  },
});

function unorderedCurve(grade: Grade): string | null {
  const curves = { ...grade.curves, ...grade.hueCurves };
  for (const [name, points] of Object.entries(curves)) {
    const wrong = points.findIndex(([input], place) => place > 0 && input <= (points[place - 1]?.[0] ?? -1));
    if (wrong > 0) {
      const inputs = points.map(([input]) => input).join(', ');
      return `The inputs of curve ${name} must increase (got ${inputs}). Sort the points and remove duplicates.`;
    }
  }
  return null;
}

export const applyFilter = defineCommand({
  op: 'applyFilter',
  description:
    'Gives a clip a ready-made look as an ordinary colour grade, some with effects. It takes the place of the ' +
    'grade that the clip has and of what an earlier filter brought; none takes both away. Effects that were ' +
    'added one by one stay.',
  keywords: {
    filter: {},
    'black and white': { preset: 'grayscale' },
    monochrome: { preset: 'mono' },
    'teal and orange': { preset: 'teal-orange' },
    'old film': { preset: 'vintage' },
    warmer: { preset: 'warm' },
    colder: { preset: 'cool' },
    'day for night': { preset: 'day-for-night' },
  },
  params: {
    clipId: ClipIdParam,
    preset: oneOf(FILTER_PRESETS, 'Which look.'),
    intensity: Type.Optional(fraction('Share of the look; 1 when absent.')),
  },
  returns: {
    grade: Type.Optional(GradeSchema),
    effectIds: Type.Array(id('An effect.'), { description: 'Effects that came with the filter.' }),
  },
  examples: [
    {
      title: 'Half of a warm look',
      params: { clipId: 'clip-1', preset: 'warm', intensity: 0.5 },
      gives: { grade: { temperature: 0.15 }, effectIds: [] },
    },
    {
      title: 'Black and white with dark corners',
      params: { clipId: 'clip-2', preset: 'noir' },
      gives: { grade: { saturation: -1, contrast: 0.5 }, effectIds: ['effect-new-1'] },
    },
  ],
  run: (document, params, context) => {
    const { clip, index } = findVisibleClip(document, params.clipId);
    const next = withFilter(clip, params.preset, params.intensity ?? 1, context);
    const effectIds = (next.effects ?? []).filter(({ filter }) => filter !== undefined).map((effect) => effect.id);
    const fixes = clip.grade ? ['It took the place of the grade that the clip had.'] : [];
    return {
      document: withClip(document, index, next),
      data: withFixes(next.grade ? { grade: next.grade, effectIds } : { effectIds }, fixes),
    };
  },
});
