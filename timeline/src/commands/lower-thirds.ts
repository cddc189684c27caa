import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import type { Clip } from '../document/clip.ts';
import type { Keyframe } from '../document/keyframe.ts';
import { LIMITS } from '../document/limits.ts';
import { id, oneOf, text } from '../document/scalars.ts';
import { shortened } from '../document/storable-text.ts';
import { insertClip } from '../edit/insert-clip.ts';
import { refuse } from '../errors/framemill-error.ts';
import { LOWER_THIRD_PRESETS, type LowerThirdPreset } from '../vocabulary/index.ts';
import { DurationParam, StartParam } from './params.ts';

/** Duration of the fade-in and of the fade-out, in seconds. */
const FADE_SEC = 0.4;

export const addLowerThird = defineCommand({
  op: 'addLowerThird',
  description:
    'Adds a name and what it stands for at the lower left, as texts and shapes of one group that fade in and ' +
    'out. Each part can be changed like any clip.',
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

/** All lower thirds, in the order of `LOWER_THIRD_PRESETS`. */
export const LOWER_THIRDS: readonly LowerThird[] = [
  // A coloured bar from the edge of the canvas.
  {
    preset: 'bar',
    parts: (input) => {
      const frame = frameOfLowerThird(input);
      const edge = -input.width / 2;
      return [
        plate(edge, frame.right - edge + 40 * frame.unit, frame.middleY, frame.blockHeight, '#1b6ef3'),
        ...words(input, frame, frame.left),
      ];
    },
  },
  // A dark, rounded box that is slightly transparent.
  {
    preset: 'box',
    parts: (input) => {
      const frame = frameOfLowerThird(input);
      const width = frame.right - frame.left;
      const radius = Math.round(18 * frame.unit);
      return [
        plate(frame.left, width, frame.middleY, frame.blockHeight, 'rgba(10, 14, 24, 0.72)', radius),
        ...words(input, { ...frame, right: frame.right - 32 * frame.unit }, frame.left + 32 * frame.unit),
      ];
    },
  },
  // Words beside an upright line.
  {
    preset: 'line',
    parts: (input) => {
      const frame = frameOfLowerThird(input);
      const shadow = { y: 2 * frame.unit, blur: 10 * frame.unit, color: '#000000', opacity: 0.6 };
      return [
        plate(frame.left, 8 * frame.unit, frame.middleY, frame.blockHeight, '#ffd166'),
        ...words(input, frame, frame.left + 32 * frame.unit, { shadow }),
      ];
    },
  },
  // Only the words, with a soft shadow.
  {
    preset: 'minimal',
    parts: (input) => {
      const frame = frameOfLowerThird(input);
      const shadow = { y: 2 * frame.unit, blur: 14 * frame.unit, color: '#000000', opacity: 0.7 };
      return words(input, frame, frame.left, { shadow });
    },
  },
];

/** Content and canvas size of a lower third. */
interface LowerThirdInput {
  title: string;
  subtitle: string | null;
  /** Canvas size in pixels. */
  width: number;
  height: number;
}

/** Part of a lower third: a shape or text, with the position of its centre. */
type LowerThirdPart = Pick<Clip, 'x' | 'y'> & Pick<Clip, 'shape' | 'textStyle'>;

/**
 * Predefined lower third: a caption with name and title in the lower third of the image. `parts` returns its shapes and
 * texts, bottom first.
 */
interface LowerThird {
  preset: LowerThirdPreset;
  parts(input: LowerThirdInput): LowerThirdPart[];
}

/** Positions and sizes that all lower thirds share, in pixels. Positions are relative to the centre of the canvas. */
interface LowerThirdFrame {
  /**
   * A thousandth of the canvas's shorter side, in pixels. Sizes are multiples of it, so that lower thirds look alike on
   * every canvas.
   */
  unit: number;
  left: number;
  right: number;
  /** Vertical centre of the title's line. `subtitleY` is that of the subtitle, `middleY` that of the whole block. */
  titleY: number;
  subtitleY: number;
  middleY: number;
  /** Height of the block, including its margins. */
  blockHeight: number;
}

/** Computes the position of the block at the lower left, inside the title-safe area (90 % of the canvas). */
function frameOfLowerThird({ subtitle, width, height }: LowerThirdInput): LowerThirdFrame {
  const unit = Math.min(width, height) / 1_000;
  const left = -0.45 * width;
  const right = Math.min(0.45 * width, left + 900 * unit);
  const blockHeight = (subtitle === null ? 110 : 160) * unit;
  const bottom = 0.45 * height;
  const middleY = bottom - blockHeight / 2;
  return {
    unit,
    left,
    right,
    blockHeight,
    middleY,
    titleY: subtitle === null ? middleY : middleY - 28 * unit,
    subtitleY: middleY + 42 * unit,
  };
}

/** Creates a rectangle. All lengths are in pixels; `left` is relative to the centre of the canvas. */
function plate(left: number, width: number, y: number, height: number, fill: string, cornerRadius = 0): LowerThirdPart {
  const shape = {
    kind: 'rectangle' as const,
    fill,
    width: Math.round(width),
    height: Math.round(height),
    cornerRadius,
  };
  return { x: Math.round(left + width / 2), y: Math.round(y), shape };
}

/** Creates the title and, below it, the subtitle, between the edges `left` and `right`. */
function words(
  { title, subtitle }: LowerThirdInput,
  frame: LowerThirdFrame,
  left: number,
  look: Partial<NonNullable<Clip['textStyle']>> = {},
): LowerThirdPart[] {
  const { unit, right, titleY, subtitleY } = frame;
  const line = (content: string, y: number, fontSize: number, fontWeight: number): LowerThirdPart => ({
    x: Math.round((left + right) / 2),
    y: Math.round(y),
    textStyle: {
      color: '#ffffff',
      ...look,
      content,
      fontSize: Math.max(1, Math.round(fontSize * unit)),
      fontWeight,
      width: Math.max(1, Math.round(right - left)),
      align: 'left',
      maxLines: 1,
      overflow: 'shrink',
      minFontSize: Math.max(1, Math.round(18 * unit)),
    },
  });
  const lines = [line(title, titleY, 56, 700)];
  if (subtitle !== null) lines.push(line(subtitle, subtitleY, 34, 400));
  return lines;
}
