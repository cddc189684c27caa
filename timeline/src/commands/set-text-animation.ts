import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { oneOf } from '../document/scalars.ts';
import type { TextAnimations } from '../document/text-motion.ts';
import { TextMotionSchema } from '../document/text-motion.ts';
import { withClip } from '../edit/change-clip.ts';
import { findEditableClip } from '../edit/find-clip.ts';
import { withFixes } from '../edit/with-fixes.ts';
import { refuse } from '../errors/refuse.ts';
import { ClipIdParam } from './params.ts';

const { name, unit, duration, stagger, direction, easing } = TextMotionSchema.properties;

export const setTextAnimation = defineCommand({
  op: 'setTextAnimation',
  description:
    'Animates a text as it comes, as it goes, or all the time (loop). Each phase has one animation; none removes it.',
  keywords: {
    timer: { name: 'counter' },
    typewriter: { name: 'typewriter' },
    typing: { name: 'typewriter' },
    countdown: { name: 'counter' },
    counter: { name: 'counter' },
    'count up': { name: 'counter' },
    'kinetic typography': {},
    'animated text': {},
    'text effect': {},
  },
  params: {
    clipId: ClipIdParam,
    name,
    phase: Type.Optional(oneOf(['in', 'out', 'loop'], 'When it plays; in when absent.')),
    unit,
    duration,
    stagger,
    direction,
    easing,
  },
  returns: {
    phases: Type.Array(oneOf(['in', 'out', 'loop'], 'A phase.'), { description: 'Phases that have an animation now.' }),
  },
  examples: [
    {
      title: 'Words rise one after the other',
      params: { clipId: 'title-1', name: 'rise', unit: 'word', duration: 0.5, stagger: 0.08 },
      gives: { phases: ['in'] },
    },
    {
      title: 'And fade at the end',
      params: { clipId: 'title-1', name: 'fade', phase: 'out' },
      gives: { phases: ['out'] },
    },
  ],
  run: (document, params) => {
    const { clipId, phase = 'in', ...motion } = params;
    const { clip, index } = findEditableClip(document, clipId);
    if (!clip.textStyle)
      throw refuse(`Clip "${clipId}" is of type ${clip.type}, which has no text. Choose a text clip.`);
    const { [phase]: _, ...others } = clip.textStyle.animation ?? {};
    const animation: TextAnimations = motion.name === 'none' ? others : { ...others, [phase]: motion };
    const { animation: __, ...style } = clip.textStyle;
    const phases = (['in', 'out', 'loop'] as const).filter((one) => animation[one]);
    const textStyle = phases.length > 0 ? { ...style, animation } : style;
    const fixes =
      (motion.duration ?? 0) > clip.duration
        ? [
            `It takes ${motion.duration} s a ${motion.unit ?? 'unit'}, longer than the clip's ${clip.duration} s: it will be faster, to fit.`,
          ]
        : [];
    return { document: withClip(document, index, { ...clip, textStyle }), data: withFixes({ phases }, fixes) };
  },
});
