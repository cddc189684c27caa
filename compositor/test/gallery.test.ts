import { BLEND_MODES, EFFECT_TYPES, VOCABULARY } from '@framemill/timeline';
import { expect, test } from 'vitest';
import { catalogue } from '../src/catalog.ts';
import { drawExhibit, galleryMedia } from '../src/gallery/draw-exhibit.ts';
import { effectSeries } from '../src/gallery/effect-exhibits.ts';
import { type Exhibit, exhibitDocument } from '../src/gallery/exhibit.ts';
import { families } from '../src/gallery/families.ts';
import { galleryPage } from '../src/gallery/gallery-page.ts';

const exhibits = families.flatMap((family) => family.exhibits());

test('every member of every family is shown', () => {
  const shown = (family: string) => exhibits.filter((exhibit) => exhibit.family === family).map(({ name }) => name);
  const withSeries = EFFECT_TYPES.flatMap((type) => [type, ...effectSeries(type).map(({ name }) => name)]);
  expect(shown('effect')).toEqual(withSeries);
  expect(shown('filter')).toEqual([...VOCABULARY.filterPreset]);
  expect(shown('transition')).toEqual([...catalogue.transitions]);
  expect(shown('blend')).toEqual([...BLEND_MODES]);
  expect(shown('mask')).toEqual([...VOCABULARY.maskShape]);
  expect(shown('text')).toEqual([...VOCABULARY.textAnimation]);
  expect(shown('caption')).toEqual([...VOCABULARY.captionStyle]);
});

test('the commands of every exhibit are accepted and show something at its moments', async () => {
  const media = await galleryMedia();
  for (const exhibit of exhibits) {
    const { clips } = exhibitDocument(exhibit, media);
    const end = Math.max(...clips.map(({ start, duration }) => start + duration));
    expect(exhibit.moments.length, exhibit.name).toBeGreaterThan(0);
    for (const moment of exhibit.moments) expect(moment, exhibit.name).toBeLessThan(end);
  }
});

test('the page needs nothing but itself, and shows refusals and names as text', () => {
  const [exhibit] = exhibits;
  if (!exhibit) throw new Error('The gallery is empty.');
  const odd: Exhibit = { ...exhibit, name: '<script>alert(1)</script>' };
  const page = galleryPage([
    { title: 'Effects', items: [{ exhibit, drawn: { pictures: [new Uint8Array([1, 2, 3])] } }] },
    { title: 'Others', items: [{ exhibit: odd, drawn: { refused: 'cannot be drawn & more' } }] },
  ]);
  expect(page).toContain('src="data:image/jpeg;base64,AQID"');
  expect(page).toContain('cannot be drawn &amp; more');
  expect(page).not.toMatch(/<script|https?:|src="(?!data:)/);
});

test('what cannot be drawn is a refusal, not an end of the gallery', async () => {
  const commands = [{ op: 'addEffect', clipId: 'gone', type: 'blur' }];
  const exhibit: Exhibit = { family: 'effect', name: 'lost', description: '', commands, moments: [0] };
  expect(await drawExhibit(exhibit, {}, 64, 'jpeg')).toEqual({ refused: expect.stringContaining('gone') });
});
