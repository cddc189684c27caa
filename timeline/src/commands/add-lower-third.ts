import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import type { Keyframe } from '../document/keyframe.ts';
import { LIMITS } from '../document/limits.ts';
import { id, oneOf, text } from '../document/scalars.ts';
import { insertClip } from '../edit/insert-clip.ts';
import { shortened } from '../edit/shortened.ts';
import { refuse } from '../errors/refuse.ts';
import { LOWER_THIRDS } from '../lower-thirds/index.ts';
import { LOWER_THIRD_PRESETS } from '../vocabulary/index.ts';
import { DurationParam, StartParam } from './params.ts';

/** Duration of the fade-in and of the fade-out. Seconds. */
const FADE_SEC = 0.4;

export const addLowerThird = defineCommand({
  op: 'addLowerThird',
  description:
    'Adds a name and what it stands for at the lower left, as texts and shapes of one group that fade in and out. Each part can be changed like any clip.',
  keywords: { 'lower third': {}, 'name tag': {}, 'name title': {}, chyron: {} },
  params: {
    title: text(LIMITS.nameLength, 'First line, such as a name.'),
    subtitle: Type.Optional(text(LIMITS.nameLength, 'Second line, such as a function.')),
    start: StartParam,
    duration: DurationParam,
    preset: Type.Optional(oneOf(LOWER_THIRD_PRESETS, 'Which look; box when absent.')),
  },
  returns: {
    clipIds: Type.Array(id('A part.'), { description: 'The parts, bottom first.' }),
    groupId: id('The group of the parts.'),
  },
  examples: [
    {
      title: 'Who speaks',
      params: { title: 'Ada Lovelace', subtitle: 'Mathematician', start: 5, duration: 4 },
      gives: { clipIds: ['clip-new-2', 'clip-new-3', 'clip-new-4'], groupId: 'group-new-1' },
    },
    { title: 'Only a place', params: { title: 'Reykjavík', start: 0.5, duration: 3, preset: 'minimal' } },
  ],
  run: (document, params, context) => {
    const preset = params.preset ?? 'box';
    const lowerThird = LOWER_THIRDS.find((one) => one.preset === preset);
    if (!lowerThird) throw refuse(`preset "${preset}" does not exist. Use one of ${LOWER_THIRD_PRESETS.join(', ')}.`);
    const { width, height } = document.settings;
    const groupId = context.newId('group');
    const clipIds: unknown[] = [];
    let changed = document;
    for (const part of lowerThird.parts({ title: params.title, subtitle: params.subtitle ?? null, width, height })) {
      if (part.shape && !context.catalogue.shapes.includes(part.shape.kind)) {
        throw refuse(`preset "${preset}" needs the shape ${part.shape.kind}, which is not supported yet. Use minimal.`);
      }
      const outcome = insertClip(
        changed,
        {
          ...part,
          type: part.shape ? 'shape' : 'text',
          name: part.textStyle ? shortened(part.textStyle.content, 40) : 'Lower third',
          start: params.start,
          duration: params.duration,
          groupId,
          kfOpacity: fade(params.duration),
        },
        undefined,
        () => context.newId('clip'),
      );
      changed = outcome.document;
      clipIds.push(outcome.data?.clipId);
      // Two lines on two tracks are intended, so no fix is reported.
    }
    return { document: changed, data: { clipIds, groupId } };
  },
});

function fade(durationSec: number): Keyframe[] {
  const fadeSec = Math.min(FADE_SEC, durationSec / 2);
  const frames: Keyframe[] = [
    { time: 0, value: 0, easing: 'easeOut' },
    { time: fadeSec, value: 1 },
  ];
  if (durationSec > 2 * fadeSec) frames.push({ time: durationSec - fadeSec, value: 1, easing: 'easeIn' });
  else frames[1] = { time: fadeSec, value: 1, easing: 'easeIn' };
  frames.push({ time: durationSec, value: 0 });
  return frames;
}
