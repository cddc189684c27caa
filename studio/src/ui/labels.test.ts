import { catalogue } from '@framemill/compositor/capabilities';
import { compressions, formats, qualities } from '@framemill/compositor/formats';
import { commandSchema, VOCABULARY } from '@framemill/timeline';
import { describe, expect, it } from 'vitest';
import { choicesOf, type JsonSchema } from '../editor/commands/registry.ts';
import {
  choiceLabel,
  codecLabel,
  featureLabel,
  formatLabel,
  kindLabel,
  stageLabel,
  statusLabel,
  taskLabel,
  titleOf,
  unseenText,
  wordsOf,
} from './labels.ts';

/** Ids that only programs use: with a capital letter inside, `_`, or `-`. */
const CODED = /[a-z0-9][A-Z]|[_-]/;

/** Returns what is wrong with the label of an id; null when nothing is. */
function faultOf(id: string, label: string): string | null {
  const isCoded = CODED.test(id) && label === id;
  const isWord =
    /^[A-Z0-9]/.test(label) &&
    !/[a-z]{2}[A-Z]|_/.test(label.replace(/WebM|WebP|WebVTT|SubRip|JavaScript|ProRes|OpenTimelineIO/g, ''));
  return isCoded || !isWord ? `${id}: ${label}` : null;
}

/** One list of values of a command's schema (`ids`), with the name of the field that offers them. */
interface Choice {
  field: string;
  ids: readonly string[];
}

/** Returns the lists of values in a schema, and the names of the fields of each of its objects. */
function partsOf(name: string, schema: JsonSchema): { choices: Choice[]; objects: (readonly string[])[] } {
  const listed = choicesOf(schema);
  if (listed) return { choices: [{ field: name, ids: listed.map(String) }], objects: [] };
  const inner = [
    ...Object.entries(schema.properties ?? {}).map(([field, one]) => partsOf(field, one)),
    ...[schema.items ?? []].flat().map((item) => partsOf('1', item)),
    ...(schema.anyOf ?? []).map((one) => partsOf(name, one)),
  ];
  const words = (schema.anyOf ?? []).flatMap((one) => (typeof one.const === 'string' ? [one.const] : []));
  return {
    choices: [...(words.length > 0 ? [{ field: name, ids: words }] : []), ...inner.flatMap((one) => one.choices)],
    objects: [...(schema.properties ? [Object.keys(schema.properties)] : []), ...inner.flatMap((one) => one.objects)],
  };
}

const { commands } = commandSchema(catalogue);
const parts = Object.entries(commands).map(([op, { params }]) => partsOf(op, params as JsonSchema));

describe('the label of', () => {
  it('each command, field and property is not its name in the API', () => {
    const names = [
      ...Object.keys(commands),
      ...VOCABULARY.keyframableProp,
      ...parts.flatMap(({ objects }) => objects.flat()),
    ];
    expect(names.length).toBeGreaterThan(500);
    expect([...new Set(names)].flatMap((name) => faultOf(name, titleOf(name)) ?? [])).toEqual([]);
  });

  it('each choice of a command is not its name in the API', () => {
    const choices = parts.flatMap((one) => one.choices);
    const offered = new Set(choices.flatMap(({ ids }) => ids));
    for (const id of Object.values(VOCABULARY).flat()) expect(offered).toContain(id);
    const labels = choices.flatMap(({ field, ids }) => ids.flatMap((id) => faultOf(id, choiceLabel(id, field)) ?? []));
    expect([...new Set(labels)]).toEqual([]);
  });

  it('each value of the vocabulary is not its name in the API, also when no field is given', () => {
    const ids = Object.values(VOCABULARY).flat();
    expect(ids.flatMap((id) => faultOf(id, choiceLabel(id)) ?? [])).toEqual([]);
    expect(['easeInOut', 'easeInCubic', 'whip-pan', 'flipH'].map((id) => choiceLabel(id))).toEqual([
      'Ease in-out',
      'Cubic ease in',
      'Whip pan',
      'Flip horizontal',
    ]);
  });

  it('each format, quality, status, step, kind and plan is not its name in the API', () => {
    const statuses = ['QUEUED', 'PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCELLED', 'DELIVERED'] as const;
    const stages = ['planning', 'rendering', 'stitching', 'outputs', 'checking', 'held', 'waiting', 'done'];
    const kinds = [...VOCABULARY.clipType, 'html', 'adjustment', 'lut', 'media', 'subtitle'];
    const features = ['ai_console', 'no_watermark', 'api_access', 'marketplace_plugins', 'gated_ops'];
    const credits = ['grant', 'upgrade', 'top_up', 'charge', 'refund', 'expiry'];
    const plain = ['self-hosted', ...credits, ...qualities, ...compressions];
    const labels = [
      ...[...formats, 'srt', 'vtt', 'chapters'].map((id) => faultOf(id, formatLabel(id))),
      ...statuses.map((id) => (statusLabel(id) === id ? id : faultOf(id, statusLabel(id)))),
      ...stages.map((id) => faultOf(id, stageLabel(id))),
      ...kinds.map((id) => faultOf(id, kindLabel(id))),
      ...features.map((id) => faultOf(id, featureLabel(id))),
      ...plain.map((id) => faultOf(id, wordsOf(id))),
    ];
    expect(labels.filter((fault) => fault !== null)).toEqual([]);
  });

  it('each pool, task and codec is a term of the field', () => {
    expect(['cpu', 'gpu', 'html'].map(wordsOf)).toEqual(['CPU', 'GPU', 'HTML']);
    expect(['frames', 'audio', 'stitch'].map(taskLabel)).toEqual(['Segments', 'Audio', 'Final file']);
    expect(['h264', 'hevc', 'prores', 'aac', 'pcm_s16le'].map(codecLabel)).toEqual([
      ...['H.264', 'HEVC', 'ProRes', 'AAC', 'PCM'],
    ]);
  });

  it('each effect and transition that the preview cannot show is not its name in the API', () => {
    expect(unseenText('effect rgb-split exactly')).toBe('effect “RGB split” exactly');
    expect(unseenText('transition whip-pan exactly')).toBe('transition “Whip pan” exactly');
    expect(unseenText('blend modes of adjustment layers')).toBe('blend modes of adjustment layers');
    for (const id of VOCABULARY.effectType) expect(unseenText(`effect ${id} exactly`)).not.toContain(id);
  });
});

describe('labels differ', () => {
  it('in each list of choices', () => {
    for (const { field, ids } of parts.flatMap((one) => one.choices)) {
      const labels = ids.map((id) => choiceLabel(id, field));
      expect([...new Set(labels)]).toEqual(labels);
    }
  });

  it('in each form, so that every field can be told from the others', () => {
    for (const names of parts.flatMap((one) => one.objects)) {
      const labels = names.map(titleOf);
      expect([...new Set(labels)]).toEqual(labels);
    }
  });

  it('between formats', () => {
    const labels = [...formats, 'srt', 'vtt', 'chapters'].map(formatLabel);
    expect(new Set(labels).size).toBe(labels.length);
  });
});
