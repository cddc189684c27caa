import { defineCommand } from '../command/define-command.ts';
import type { Grade } from '../document/grade.ts';
import { GradeSchema } from '../document/grade.ts';
import { KEYFRAMABLE } from '../document/keyframable.ts';
import { withClip } from '../edit/change-clip.ts';
import { findVisibleClip } from '../edit/find-visible-clip.ts';
import { withFixes } from '../edit/with-fixes.ts';
import { refuse } from '../errors/refuse.ts';
import { ClipIdParam } from './params.ts';

/** Values of a grade that keyframes override. */
const KEYFRAMED = ['exposure', 'contrast', 'saturation', 'hue', 'temperature', 'tint'] as const;

export const setColorGrade = defineCommand({
  op: 'setColorGrade',
  description:
    'Sets values of the colour grade of a clip; the ones not named stay. wheels, curves, hueCurves and lut are replaced as a whole. resetClip takes the grade away.',
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
