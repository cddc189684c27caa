import {
  AUDIO_EFFECTS,
  type Clip,
  type Command,
  KEYFRAMABLE,
  type KeyframableProp,
  type Mask,
  VOCABULARY,
} from '@framemill/timeline';
import { amountText } from '../../ui/format.ts';
import { choiceLabel, titleOf } from '../../ui/labels.ts';
import { paramsSchema } from '../commands/control-kind.ts';
import { commandEntry, type JsonSchema } from '../commands/registry.ts';

/** Change of a clip's image or audio, as a row of a stack in the inspector. The functions return commands. */
export interface StackRow {
  /** Key among the rows of the clip. It stays when the row moves. */
  key: string;
  title: string;
  /** Kind of the row, in words. */
  detail: string;
  /** Whether the row has an effect; absent when it cannot be switched off. */
  isOn?: boolean;
  /** Strength that `toggle` restores; absent when the row stores its state itself. */
  strength?: number;
  fields: Readonly<Record<string, JsonSchema>>;
  values: Readonly<Record<string, unknown>>;
  /** Properties that keyframes animate, by field. */
  keyframes?: Readonly<Record<string, KeyframableProp>>;
  /** Sets fields; undefined removes one. */
  change(fields: Record<string, unknown>): Command[];
  toggle?(isOn: boolean, strength?: number): Command[];
  /** Moves the row to another index among the rows that can be moved. */
  moveTo?(index: number): Command[];
  remove(): Command[];
}

/**
 * Returns the rows of a clip's image in the order in which they apply: grade, effects, mask, text, keyframes. `image`
 * is the source that a mask gets when it becomes an image; absent when the account has no image.
 */
export function imageRows(clip: Clip, image?: string): StackRow[] {
  return [
    ...gradeRows(clip),
    ...effectRows(clip),
    ...maskRows(clip, image),
    ...textRows(clip),
    ...motionRows(clip, (prop) => !AUDIO_PROPS.has(prop)),
  ];
}

/** Returns the rows of a clip's audio: its processors in order, then its keyframes. */
export function audioRows(clip: Clip): StackRow[] {
  return [...processorRows(clip), ...motionRows(clip, (prop) => AUDIO_PROPS.has(prop))];
}

const AUDIO_PROPS: ReadonlySet<KeyframableProp> = new Set<KeyframableProp>(['volume', 'pan']);

function gradeRows({ id: clipId, grade }: Clip): StackRow[] {
  if (!grade) return [];
  const { intensity } = fieldsOf('setColorGrade', 'grade');
  const set = (next: unknown): Command[] => [{ op: 'setColorGrade', clipId, grade: { intensity: next ?? 1 } }];
  const strength = grade.intensity ?? 1;
  return [
    {
      ...{ key: 'grade', title: 'Colour grade', detail: '', isOn: strength > 0, strength },
      fields: intensity ? { intensity } : {},
      values: { intensity: strength },
      change: (fields) => set(fields.intensity),
      toggle: (isOn, before = 1) => set(isOn ? before : 0),
      remove: () => [{ op: 'resetClip', clipId, groups: ['grade'] }],
    },
  ];
}

function effectRows({ id: clipId, effects = [] }: Clip): StackRow[] {
  return effects.map(({ id: effectId, type, enabled, params, filter }) => {
    const update = (changes: object): Command[] => [{ op: 'updateEffect', clipId, effectId, ...changes }];
    return {
      ...{ key: effectId, title: choiceLabel(type), isOn: enabled, values: params },
      detail: filter === undefined ? '' : `${choiceLabel(filter)} filter`,
      fields: paramsSchema(type)?.properties ?? {},
      // A parameter is never absent: without a value, it has its default again.
      change: (fields) => update({ params: defined(fields, paramsSchema(type)?.properties) }),
      toggle: (isOn) => update({ enabled: isOn }),
      moveTo: (toIndex) => update({ toIndex }),
      remove: () => [{ op: 'removeEffect', clipId, effectId }],
    };
  });
}

function maskRows({ id: clipId, mask }: Clip, image: string | undefined): StackRow[] {
  if (!mask || mask.shape === 'none') return [];
  const set = (next: object): Command[] => [{ op: 'setMask', clipId, mask: next }];
  const strength = mask.opacity ?? 1;
  return [
    {
      ...{ key: 'mask', title: choiceLabel(mask.shape), detail: 'Mask', isOn: strength > 0, strength },
      fields: maskFields(mask.shape, image !== undefined),
      values: mask,
      keyframes: { x: 'maskX', y: 'maskY', feather: 'maskFeather' },
      change: (fields) => set(withMaskContent(defined({ ...mask, ...fields }), image)),
      toggle: (isOn, before = 1) => set({ ...mask, opacity: isOn ? before : 0 }),
      remove: () => [{ op: 'setMask', clipId, mask: null }],
    },
  ];
}

/** Fields that only some mask shapes have. */
const MASK_FIELDS: Readonly<Record<string, readonly Mask['shape'][]>> = {
  cornerRadius: ['rectangle', 'rounded-rectangle', 'triangle', 'diamond', 'hexagon', 'star', 'polygon'],
  points: ['polygon'],
  d: ['path'],
  ...{ text: ['text'], fontFamily: ['text'], fontSize: ['text'], src: ['image'], channel: ['image'] },
};
/** Mask shapes whose size is not given by a width and a height. */
const UNSIZED: ReadonlySet<Mask['shape']> = new Set<Mask['shape']>(['linear', 'polygon', 'path', 'text', 'image']);

function maskFields(shape: Mask['shape'], hasImage: boolean): Record<string, JsonSchema> {
  const schema = commandEntry('setMask').params.properties?.mask?.anyOf?.[0];
  const left = hasImage || shape === 'image' ? ['none'] : ['none', 'image'];
  const entries = Object.entries(schema?.properties ?? {}).filter(([name]) => {
    if (name === 'width' || name === 'height') return !UNSIZED.has(shape);
    return MASK_FIELDS[name]?.includes(shape) ?? true;
  });
  return Object.fromEntries(entries.map(([name, one]) => [name, name === 'shape' ? without(left, one) : one]));
}

/** Adds the content without which the shape of a mask is refused. */
export function withMaskContent(mask: Record<string, unknown>, image: string | undefined): Record<string, unknown> {
  const defaults: Record<string, object> = {
    polygon: {
      points: [
        [0, -200],
        [200, 200],
        [-200, 200],
      ],
    },
    path: { d: 'M0 -200L200 200L-200 200Z' },
    text: { text: 'Text' },
    image: image === undefined ? {} : { src: image },
  };
  return { ...defaults[String(mask.shape)], ...mask };
}

function textRows({ id: clipId, textStyle }: Clip): StackRow[] {
  const { clipId: _, name, ...others } = fieldsOf('setTextAnimation');
  return (['in', 'out', 'loop'] as const).flatMap((phase) => {
    const motion = textStyle?.animation?.[phase];
    if (!motion) return [];
    const off = { op: 'setTextAnimation', clipId, name: 'none', phase };
    return {
      ...{ key: `text-${phase}`, title: choiceLabel(motion.name), values: { ...motion, phase } },
      detail: `Text animation, ${choiceLabel(phase, 'phase').toLowerCase()}`,
      fields: { ...(name ? { name: without(['none'], name) } : {}), ...others },
      change(fields) {
        const next = defined({ ...motion, phase, ...fields });
        return [...(next.phase === phase ? [] : [off]), { op: 'setTextAnimation', clipId, ...next }];
      },
      remove: () => [off],
    };
  });
}

function motionRows(clip: Clip, includes: (prop: KeyframableProp) => boolean): StackRow[] {
  return VOCABULARY.keyframableProp.filter(includes).flatMap((prop) => {
    const count = clip[KEYFRAMABLE[prop].field]?.length ?? 0;
    if (count === 0) return [];
    return {
      ...{ key: `motion-${prop}`, title: titleOf(prop), detail: amountText(count, 'keyframe'), fields: {}, values: {} },
      change: () => [],
      remove: () => [{ op: 'clearKeyframes', clipId: clip.id, prop }],
    };
  });
}

function processorRows({ id: clipId, chain = [] }: Clip): StackRow[] {
  const set = (next: object[]): Command[] => [{ op: 'setAudioEffects', clipId, chain: next }];
  const processors: readonly object[] = chain;
  return chain.map((processor, index) => {
    const { type, enabled = true, params = {} } = processor;
    const definition = AUDIO_EFFECTS.find((one) => one.type === type);
    const earlier = chain.slice(0, index).filter((one) => one.type === type).length;
    return {
      ...{ key: `${type} ${earlier}`, title: choiceLabel(type), detail: '', isOn: enabled },
      fields: paramsSchema(type)?.properties ?? {},
      values: { ...definition?.defaults, ...params },
      change: (fields) => set(processors.with(index, { ...processor, params: defined({ ...params, ...fields }) })),
      toggle: (isOn) => set(processors.with(index, { ...processor, enabled: isOn })),
      moveTo: (to) => set(processors.toSpliced(index, 1).toSpliced(to, 0, processor)),
      remove: () => set(processors.toSpliced(index, 1)),
    };
  });
}

/** Returns the schemas of a command's parameters, or of the fields of the parameter `inside`. */
function fieldsOf(op: string, inside?: string): Record<string, JsonSchema> {
  const { properties = {} } = commandEntry(op).params;
  return (inside === undefined ? properties : properties[inside]?.properties) ?? {};
}

function without(left: readonly unknown[], schema: JsonSchema): JsonSchema {
  return schema.enum ? { ...schema, enum: schema.enum.filter((one) => !left.includes(one)) } : schema;
}

/** Returns fields without those that are undefined, or with their defaults where `schemas` has one. */
function defined(
  fields: Record<string, unknown>,
  schemas: Readonly<Record<string, JsonSchema>> = {},
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const known = value === undefined ? schemas[name]?.default : value;
      return known === undefined ? [] : [[name, known]];
    }),
  );
}
