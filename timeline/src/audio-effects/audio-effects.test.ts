import { describe, expect, it } from 'vitest';
import { exampleContext, exampleProject } from '../commands/examples.ts';
import { reduce } from '../reduce.ts';
import { AUDIO_EFFECT_TYPES } from '../vocabulary/index.ts';
import { AUDIO_EFFECTS } from './index.ts';

const set = (chain: unknown) =>
  reduce(exampleProject(), { op: 'setAudioEffects', clipId: 'music-1', chain }, exampleContext());

it('there is a row for each processor, in the order of the names', () => {
  expect(AUDIO_EFFECTS.map(({ type }) => type)).toEqual([...AUDIO_EFFECT_TYPES]);
});

describe.each(AUDIO_EFFECTS)('$type', ({ type, description, params }) => {
  it('describes each parameter, with a default inside its range', () => {
    expect(description.length).toBeGreaterThan(20);
    const names = Object.keys(params.properties);
    expect(names.length).toBeGreaterThan(0);
    for (const schema of Object.values(params.properties)) {
      const { default: initial, minimum, maximum } = JSON.parse(JSON.stringify(schema));
      expect(schema).toHaveProperty('description');
      expect(initial).toBeGreaterThanOrEqual(minimum);
      expect(initial).toBeLessThanOrEqual(maximum);
    }
  });

  it('is stored with all of them', () => {
    const { document, result } = set([{ type }]);
    const stored = document.clips.find((clip) => clip.id === 'music-1')?.chain?.[0];
    expect(result.error).toBeUndefined();
    expect(Object.keys(stored?.params ?? {}).sort()).toEqual(Object.keys(params.properties).sort());
    expect(stored?.enabled).toBe(true);
  });
});

describe('setAudioEffects', () => {
  it('says which parameter of which processor is wrong', () => {
    expect(set([{ type: 'gain' }, { type: 'delay', params: { feedback: 2 } }]).result.error).toBe(
      'chain[1].params.feedback must be 0 to 0.95 (got 2).',
    );
    expect(set([{ type: 'gain', params: { db: 2 } }]).result.error).toMatch(/db .* gain takes gainDb/);
    expect(set([{ type: 'flanger' }]).result.error).toMatch(/chain\[0\].type must be one of highpass/);
    expect(set(Array.from({ length: 21 }, () => ({ type: 'gain' }))).result.ok).toBe(false);
  });

  it('takes the chain away with an empty one', () => {
    const { document } = set([{ type: 'gain' }]);
    const empty = reduce(document, { op: 'setAudioEffects', clipId: 'music-1', chain: [] }, exampleContext());
    expect(empty.document).toEqual(exampleProject());
  });

  it('is for clips with sound', () => {
    const command = { op: 'setAudioEffects', clipId: 'title-1', chain: [] };
    expect(reduce(exampleProject(), command, exampleContext()).result.error).toMatch(/type text, which has no audio/);
  });
});
