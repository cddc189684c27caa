import { catalogue } from '@framemill/compositor/capabilities';
import { applyCommands, batchIds, type Clip, type Command, createDocument } from '@framemill/timeline';
import { describe, expect, it } from 'vitest';
import { imageChoices } from '../panels/stack-choices.ts';
import { imageRows } from '../panels/stack-rows.ts';
import { EFFECT_PRESETS, PRESET_GROUPS, presetCommands } from './effect-presets.ts';

const CANVASES = [
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
  { width: 160, height: 90 },
  { width: 7680, height: 4320 },
] as const;

/** Returns a clip of ten seconds on a canvas after commands. Throws when one of them is refused. */
function changedClip(canvas: { width: number; height: number }, commandsFor: (clipId: string) => Command[]): Clip {
  const context = { catalogue, media: () => null, newId: batchIds(`bat_${'1'.repeat(24)}`) };
  const shape = { op: 'addShapeClip', kind: 'rectangle', start: 0, duration: 10 };
  const { document } = applyCommands(createDocument(canvas), [shape], context);
  const [plain] = document.clips;
  if (!plain) throw new Error('no clip');
  const { document: changed, results } = applyCommands(document, commandsFor(plain.id), {
    ...context,
    newId: batchIds(`bat_${'2'.repeat(24)}`),
  });
  expect(results.flatMap(({ error }) => error ?? [])).toEqual([]);
  expect(results.flatMap(({ data }) => data?.fixes ?? [])).toEqual([]);
  const [clip] = changed.clips;
  if (!clip) throw new Error('no clip');
  return clip;
}

describe('the presets of effects', () => {
  it('are at least 30 in all groups, each with a name of its own', () => {
    expect(EFFECT_PRESETS.length).toBeGreaterThanOrEqual(30);
    expect(new Set(EFFECT_PRESETS.map(({ name }) => name.toLowerCase())).size).toBe(EFFECT_PRESETS.length);
    expect([...new Set(EFFECT_PRESETS.map(({ group }) => group))]).toEqual(PRESET_GROUPS);
  });

  it.each(EFFECT_PRESETS)('give a clip what their commands name: $name', (preset) => {
    for (const canvas of CANVASES) {
      const clip = changedClip(canvas, (clipId) => presetCommands(preset, clipId, canvas));
      for (const command of presetCommands(preset, clip.id, canvas)) expectDone(clip, command);
      expect(imageRows(clip).length).toBeGreaterThan(0);
    }
  });

  it('differ from each other', () => {
    const results = EFFECT_PRESETS.map((preset) =>
      JSON.stringify(changedClip(CANVASES[0], (clipId) => presetCommands(preset, clipId, CANVASES[0]))),
    );
    expect(new Set(results).size).toBe(EFFECT_PRESETS.length);
  });

  it('use all effects that need no file, and the list has all effects', () => {
    const used = EFFECT_PRESETS.flatMap((preset) => presetCommands(preset, 'clip', CANVASES[0])).flatMap(
      ({ op, type }) => (op === 'setChromaKey' ? 'chroma-key' : op === 'addEffect' ? String(type) : []),
    );
    const all = Object.keys(catalogue.effects);
    expect(all.filter((type) => !used.includes(type))).toEqual(['lut']);
    const clip = changedClip(CANVASES[0], () => []);
    const listed = imageChoices(clip, { lut: 'med_l' }).map(({ key }) => key);
    expect(listed).toEqual(expect.arrayContaining(all.map((type) => `addEffect-${type}`)));
  });
});

/** Expects that a clip has what a command of a preset adds. */
function expectDone(clip: Clip, { op, ...params }: Command): void {
  const { effects = [], grade, mask } = clip;
  if (op === 'addEffect') {
    expect(effects).toContainEqual(
      expect.objectContaining({
        type: params.type,
        enabled: true,
        params: expect.objectContaining(Object(params.params)),
      }),
    );
  } else if (op === 'setChromaKey') expect(effects).toContainEqual(expect.objectContaining({ type: 'chroma-key' }));
  else if (op === 'applyFilter') expect(grade).toBeDefined();
  else if (op === 'setColorGrade') expect(grade).toMatchObject(Object(params.grade));
  else if (op === 'setMask') expect(mask).toEqual(params.mask);
  else if (op === 'applyMotionPreset') expect(Object.keys(clip).filter((field) => /^kf/.test(field))).not.toEqual([]);
  else throw new Error(`The test has no check for ${op}.`);
}
