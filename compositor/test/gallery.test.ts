import { BLEND_MODES, EFFECT_TYPES, VOCABULARY } from '@framemill/timeline';
import { expect, test } from 'vitest';
import { catalogue } from '../src/capabilities/index.ts';
import { drawExample, galleryMedia } from '../src/gallery/draw-example.ts';
import { effectSeries } from '../src/gallery/effect-examples.ts';
import { families } from '../src/gallery/families.ts';
import { exampleDocument, type GalleryExample } from '../src/gallery/gallery-example.ts';
import { galleryPage } from '../src/gallery/gallery-page.ts';

const examples = families.flatMap((family) => family.examples());

test('every member of every family is shown', () => {
  const shown = (family: string) => examples.filter((example) => example.family === family).map(({ name }) => name);
  const withSeries = EFFECT_TYPES.flatMap((type) => [type, ...effectSeries(type).map(({ name }) => name)]);
  expect(shown('effect')).toEqual(withSeries);
  expect(shown('filter')).toEqual([...VOCABULARY.filterPreset]);
  expect(shown('transition')).toEqual([...catalogue.transitions]);
  expect(shown('blend')).toEqual([...BLEND_MODES]);
  expect(shown('mask')).toEqual([...VOCABULARY.maskShape]);
  expect(shown('text')).toEqual([...VOCABULARY.textAnimation]);
  expect(shown('caption')).toEqual([...VOCABULARY.captionStyle]);
});

test('the commands of every example are accepted and show something at its moments', async () => {
  const media = await galleryMedia();
  for (const example of examples) {
    const { clips } = exampleDocument(example, media);
    const end = Math.max(...clips.map(({ start, duration }) => start + duration));
    expect(example.moments.length, example.name).toBeGreaterThan(0);
    for (const moment of example.moments) expect(moment, example.name).toBeLessThan(end);
  }
});

test('the page needs nothing but itself, and shows refusals and names as text', () => {
  const [example] = examples;
  if (!example) throw new Error('The gallery is empty.');
  const odd: GalleryExample = { ...example, name: '<script>alert(1)</script>' };
  const page = galleryPage([
    { title: 'Effects', items: [{ example, drawn: { pictures: [new Uint8Array([1, 2, 3])] } }] },
    { title: 'Others', items: [{ example: odd, drawn: { refused: 'cannot be drawn & more' } }] },
  ]);
  expect(page).toContain('src="data:image/jpeg;base64,AQID"');
  expect(page).toContain('cannot be drawn &amp; more');
  expect(page).not.toMatch(/<script|https?:|src="(?!data:)/);
});

test('what cannot be drawn is a refusal, not an end of the gallery', async () => {
  const commands = [{ op: 'addEffect', clipId: 'gone', type: 'blur' }];
  const example: GalleryExample = { family: 'effect', name: 'lost', description: '', commands, moments: [0] };
  expect(await drawExample(example, {}, 64, 'jpeg')).toEqual({ refused: expect.stringContaining('gone') });
});
