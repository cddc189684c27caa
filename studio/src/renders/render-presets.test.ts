import { describe, expect, it } from 'vitest';
import type { RenderChoice } from './render-choice.ts';
import { hasPreset, RENDER_PRESETS, type RenderPreset, sizeText, withPreset } from './render-presets.ts';

const preset = (id: string): RenderPreset => {
  const found = RENDER_PRESETS.find((one) => one.id === id);
  if (!found) throw new Error(`no preset ${id}`);
  return found;
};
const size = { width: 1920, height: 1080 };
const first: RenderChoice = {
  format: 'mp4',
  quality: 'draft',
  compression: 'small',
  resolution: 'half',
  ...{ further: [], aspects: {}, alsoIn: [], options: {} },
};

describe('a preset', () => {
  it('asks for the aspect ratio of its platform, where the project has another one', () => {
    const chosen = { format: 'mp4', quality: 'high', compression: 'balanced', resolution: 'full' };
    expect(withPreset(first, preset('youtube'), size)).toEqual({ ...first, ...chosen });
    expect(withPreset(first, preset('reels'), size)).toEqual({ ...first, ...chosen, aspects: { mp4: '9:16' } });
    expect(withPreset(first, preset('square'), size).aspects).toEqual({ mp4: '1:1' });
    const square = withPreset(first, preset('square'), size);
    expect(withPreset(square, preset('youtube'), size).aspects).toEqual({});
  });

  it('keeps further files, but none that it makes itself', () => {
    const choice = { ...first, format: 'webm', further: ['mp4', 'poster'], alsoIn: ['1:1'] } as const;
    expect(withPreset(choice, preset('shorts'), size)).toMatchObject({
      format: 'mp4',
      further: ['poster'],
      alsoIn: [],
    });
    const inMp4 = { ...first, alsoIn: ['1:1', '9:16'] } as const;
    expect(withPreset(inMp4, preset('shorts'), size).alsoIn).toEqual(['1:1']);
  });

  it('is chosen until one of its fields is changed', () => {
    const choice = withPreset(first, preset('square'), size);
    expect(hasPreset(choice, preset('square'), size)).toBe(true);
    expect(hasPreset(choice, preset('youtube'), size)).toBe(false);
    expect(hasPreset({ ...choice, resolution: 'half' }, preset('square'), size)).toBe(false);
    expect(hasPreset({ ...choice, further: ['srt'] }, preset('square'), size)).toBe(true);
  });
});

it('a size is named as people call it', () => {
  expect([sizeText(size), sizeText({ width: 3840, height: 2160 }), sizeText({ width: 720, height: 1280 })]).toEqual([
    ...['1920 × 1080 (1080p)', '3840 × 2160 (4K)', '720 × 1280 (720p)'],
  ]);
  expect([sizeText({ width: 1080, height: 1080 }), sizeText({ width: 960, height: 540 })]).toEqual([
    ...['1080 × 1080', '960 × 540'],
  ]);
});
