import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { GradeSchema } from '../document/grade.ts';
import { fraction, id, oneOf } from '../document/scalars.ts';
import { withClip } from '../edit/change-clip.ts';
import { findVisibleClip } from '../edit/find-visible-clip.ts';
import { withFixes } from '../edit/with-fixes.ts';
import { withFilter } from '../filters/with-filter.ts';
import { FILTER_PRESETS } from '../vocabulary/index.ts';
import { ClipIdParam } from './params.ts';

export const applyFilter = defineCommand({
  op: 'applyFilter',
  description:
    'Gives a clip a ready-made look as an ordinary colour grade, some with effects. It takes the place of the grade that the clip has and of what an earlier filter brought; none takes both away. Effects that were added one by one stay.',
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
