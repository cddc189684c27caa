import { applyCommands, createDocument, defaultSource, lint, type MediaFacts } from '@framemill/timeline';
import { type Template, templates } from '@framemill/timeline/templates';
import { expect, it } from 'vitest';
import { catalogue } from '../src/capabilities/index.ts';

const frame: MediaFacts = {
  ...{ kind: 'image', mimeType: 'image/webp', width: 640, height: 360, durationSec: null, fps: null, hasAudio: false },
  ...{ hasAlpha: false, sizeBytes: 1_000, sha256: 'a'.repeat(64) },
};

/** Returns media facts: 5 s of video, or n seconds for the name `med_<n>_s`. */
function facts(src: string): MediaFacts {
  const [, seconds] = /^med_(\d+)_s$/.exec(src) ?? [];
  if (seconds === undefined && !src.endsWith('.mp4')) return frame;
  return { ...frame, kind: 'video', mimeType: 'video/mp4', fps: 30, durationSec: Number(seconds ?? 5) };
}

/** Applies a template to an empty project, with values that replace its defaults, and returns the result. */
function made(template: Template, values: Record<string, string> = {}) {
  const initial = Object.entries(template.variables).map(([name, variable]) => [name, variable.initial]);
  let count = 0;
  return applyCommands(createDocument(), template.commands({ ...Object.fromEntries(initial), ...values }), {
    catalogue,
    media: (src) => facts(defaultSource(src)),
    newId: (kind) => `${kind}-${++count}`,
  });
}

it('there are at least twelve, each with a name of its own', () => {
  expect(templates.length).toBeGreaterThanOrEqual(12);
  expect(new Set(templates.map(({ id }) => id)).size).toBe(templates.length);
});

it.each(templates)('$id: every command works, nothing is linted, and it is as long and wide as it says', (template) => {
  const { document, results } = made(template);
  expect(results.filter(({ ok, data }) => !ok || data?.fixes)).toEqual([]);
  expect(Math.max(...document.clips.map(({ start, duration }) => start + duration))).toBeCloseTo(template.seconds, 5);
  expect(document.settings.aspectRatio).toBe(template.aspectRatio);
  const found = lint(document, { media: facts });
  expect(found.filter(({ severity }) => severity !== 'note')).toEqual([]);
});

it.each(templates)('$id: what is filled in is what it shows, each variable somewhere', (template) => {
  for (const [name, { type, initial }] of Object.entries(template.variables)) {
    const value = { text: '77', color: '#123456', image: 'med_filled_in', video: 'med_5_s' }[type];
    const before = JSON.stringify(made(template).document);
    const { document, results } = made(template, { [name]: value });
    expect(results.filter(({ ok }) => !ok)).toEqual([]);
    const after = JSON.stringify(document);
    expect([name, after.includes(value), before.includes(value)]).toEqual([name, true, false]);
    expect([name, initial.length > 0]).toEqual([name, true]);
  }
});

it.each(templates)('$id: long words, other scripts and emoji fit or are made smaller, without an error', (template) => {
  for (const value of [
    'Donaudampfschifffahrtsgesellschaft '.repeat(4),
    'مرحبا بالعالم',
    '👩‍🚀🚀 こんにちは',
    '{{name}}',
    '<b>&amp;</b>',
  ]) {
    const texts = Object.entries(template.variables).flatMap(([name, { type }]) => (type === 'text' ? [name] : []));
    const { results } = made(template, Object.fromEntries(texts.map((name) => [name, value])));
    expect(results.filter(({ ok }) => !ok)).toEqual([]);
  }
});

it('video-review: the film is as long as the video that is put in, and the end card follows it', () => {
  const template = templates.find(({ id }) => id === 'video-review');
  if (!template) throw new Error('no template');
  for (const [video, length] of [
    ['med_2_s', 6],
    ['med_30_s', 34],
    ['{{clip|med_12_s}}', 16],
  ] as const) {
    const { document, results } = made(template, { video });
    expect(results.filter(({ ok }) => !ok)).toEqual([]);
    expect(Math.max(...document.clips.map(({ start, duration }) => start + duration))).toBeCloseTo(length, 6);
    const [clip] = document.clips.filter(({ type }) => type === 'video');
    const card = document.clips.find(({ textStyle }) => textStyle?.content.startsWith('Your turn'));
    expect(card?.start).toBeCloseTo((clip?.start ?? 0) + (clip?.duration ?? 0), 6);
    expect(clip?.durationFrom).toBe('media');
  }
});
