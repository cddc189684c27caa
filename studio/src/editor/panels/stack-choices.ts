import { catalogue, describeCapabilities } from '@framemill/compositor/capabilities';
import { AUDIO_EFFECTS, type Clip, type Command, VOCABULARY } from '@framemill/timeline';
import { choiceLabel } from '../../ui/labels.ts';
import { withMaskContent } from './stack-rows.ts';

/** Something that can be added to the stack of a clip. */
interface StackChoice {
  key: string;
  title: string;
  /** Description of an effect, or the kind of another change. */
  description: string;
  /** Commands that add it. */
  commands: Command[];
}

/** Files that effects and masks can use: the first LUT and the first image of the account. */
interface StackFiles {
  lut?: string | undefined;
  image?: string | undefined;
}

/** Returns what can be added to the image of a clip: effects, filters, masks, text animations and motion presets. */
export function imageChoices(clip: Clip, files: StackFiles): StackChoice[] {
  const { id: clipId } = clip;
  const { effects } = describeCapabilities();
  const choice = (op: string, name: string, description: string, params: object): StackChoice => ({
    ...{ key: `${op}-${name}`, title: choiceLabel(name), description },
    commands: [{ op, clipId, ...params }],
  });
  return [
    ...Object.keys(catalogue.effects)
      .filter((type) => type !== 'lut' || files.lut !== undefined)
      .map((type) => effectChoice(clipId, type, `Effect. ${effects[type] ?? ''}`, files)),
    ...VOCABULARY.filterPreset
      .filter((preset) => preset !== 'none')
      .map((preset) => choice('applyFilter', preset, 'Filter', { preset })),
    ...VOCABULARY.maskShape
      .filter((shape) => shape !== 'none' && (shape !== 'image' || files.image !== undefined))
      .map((shape) => choice('setMask', shape, 'Mask', { mask: withMaskContent({ shape }, files.image) })),
    ...VOCABULARY.textAnimation
      .filter((name) => name !== 'none' && clip.textStyle)
      .map((name) => choice('setTextAnimation', name, 'Text animation', { name, phase: freePhase(clip) })),
    ...VOCABULARY.motionPreset.map((preset) => choice('applyMotionPreset', preset, 'Motion preset', { preset })),
  ];
}

function effectChoice(clipId: string, type: string, description: string, { lut }: StackFiles): StackChoice {
  const shared = { key: `addEffect-${type}`, title: choiceLabel(type), description };
  // A key must come before the effects that change its colour, which this command takes care of.
  if (type === 'chroma-key') return { ...shared, commands: [{ op: 'setChromaKey', clipId, color: 'auto' }] };
  const params = type === 'lut' ? { params: { src: lut } } : {};
  return { ...shared, commands: [{ op: 'addEffect', clipId, type, ...params }] };
}

/** Returns the phase of a new text animation: the first without one, or `in`. */
function freePhase({ textStyle }: Clip): string {
  return (['in', 'out', 'loop'] as const).find((phase) => !textStyle?.animation?.[phase]) ?? 'in';
}

/** Returns the processors that can be added to the audio of a clip. */
export function audioChoices({ id: clipId, chain = [] }: Clip): StackChoice[] {
  return AUDIO_EFFECTS.map(({ type, description }) => ({
    ...{ key: `setAudioEffects-${type}`, title: choiceLabel(type), description },
    commands: [{ op: 'setAudioEffects', clipId, chain: [...chain, { type }] }],
  }));
}
