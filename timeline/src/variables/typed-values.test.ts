import { expect, it } from 'vitest';
import { createDocument } from '../document/create-document.ts';
import { parseDocument } from '../document/parse-document.ts';
import { VALUE_PLACES } from '../document/value-places.ts';
import { fillVariables } from './fill-variables.ts';
import { listVariables } from './list-variables.ts';

const place = { start: 0, duration: 2, trackIndex: 2 };
const documentOf = (settings: object, ...clips: object[]) =>
  parseDocument({ ...createDocument({ name: 'x', ...settings }), clips });
const title = {
  ...{ ...place, id: 'title', type: 'text', textStyle: { content: '{{who|you}}', color: '#ffffff', fontSize: 80 } },
  variables: { 'textStyle.color': '{{brand}}', 'textStyle.fontSize': '{{size}}', opacity: '{{strength|0.5}}' },
};
const shape = {
  ...{ ...place, id: 'box', type: 'shape', shape: { kind: 'star', points: 5 } },
  variables: { 'shape.fill': '{{brand|red}}', 'shape.points': '{{points}}', x: '{{x|0}}', volume: '{{size|2}}' },
};

it('may be in every number and colour that a person varies, and in none that others follow from', () => {
  for (const path of [
    ...['volume', 'opacity', 'scale', 'x', 'y', 'rotation', 'speed', 'pan', 'cornerRadius', 'cropL', 'scaleX'],
    ...['textStyle.color', 'textStyle.fontSize', 'textStyle.background.color', 'textStyle.shadow.blur'],
    ...['shape.fill', 'shape.stroke', 'shape.width', 'shape.cornerRadius', 'grade.exposure', 'transition.color'],
  ]) {
    expect(VALUE_PLACES.has(path), path).toBe(true);
  }
  for (const path of ['start', 'duration', 'trackIndex', 'mediaStart', 'id', 'textStyle.content', 'kfX']) {
    expect(VALUE_PLACES.has(path), path).toBe(false);
  }
});

it('are listed with their types, what all uses take, and what the field has as default', () => {
  const variables = listVariables(documentOf({ backgroundVariable: '{{back}}', background: '#102030' }, title, shape));
  expect(variables).toEqual([
    { name: 'who', type: 'text', default: 'you', uses: [{ clipId: 'title', field: 'textStyle.content' }] },
    {
      ...{ name: 'brand', type: 'color', default: '#ffffff' },
      uses: [
        { clipId: 'title', field: 'textStyle.color' },
        { clipId: 'box', field: 'shape.fill' },
      ],
    },
    {
      ...{ name: 'size', type: 'number', default: '80', minimum: 1, maximum: 4 },
      uses: [
        { clipId: 'title', field: 'textStyle.fontSize' },
        { clipId: 'box', field: 'volume' },
      ],
    },
    {
      ...{ name: 'strength', type: 'number', default: '0.5', minimum: 0, maximum: 1 },
      uses: [{ clipId: 'title', field: 'opacity' }],
    },
    {
      ...{ name: 'points', type: 'number', default: '5', minimum: 2, maximum: 200, isWhole: true },
      uses: [{ clipId: 'box', field: 'shape.points' }],
    },
    expect.objectContaining({ name: 'x', type: 'number', default: '0' }),
    { name: 'back', type: 'color', default: '#102030', uses: [{ clipId: null, field: 'settings.background' }] },
  ]);
});

it('are filled as numbers and colours, from texts too, and leave nothing of the variables', () => {
  const document = documentOf({ backgroundVariable: '{{back}}', background: '#102030' }, title, shape);
  const values = { brand: ' rgb(1, 2, 3) ', size: ' 3.5 ', points: 7, x: '-1e2', back: 'navy' };
  const { clips, settings } = parseDocument(fillVariables(document, values));
  expect(clips[0]).toMatchObject({ opacity: 0.5, textStyle: { content: 'you', color: 'rgb(1, 2, 3)', fontSize: 3.5 } });
  expect(clips[1]).toMatchObject({ x: -100, volume: 3.5, shape: { fill: 'rgb(1, 2, 3)', points: 7 } });
  expect([settings.background, settings.backgroundVariable]).toEqual(['navy', undefined]);
  expect(clips.map(({ variables }) => variables)).toEqual([undefined, undefined]);
  const own = parseDocument(fillVariables(document, { size: 2 }));
  expect(own.clips[0]?.textStyle?.color).toBe('#ffffff');
  expect(own.clips[1]).toMatchObject({ x: 0, shape: { fill: 'red', points: 5 } });
  expect(own.settings.background).toBe('#102030');
});

it('without a default and without a value in the field must be given', () => {
  const plain = {
    ...place,
    id: 'box',
    type: 'shape',
    shape: { kind: 'star' },
    variables: { 'shape.fill': '{{brand}}' },
  };
  expect(() => fillVariables(documentOf({}, plain), {})).toThrow(/Values for brand are missing/);
});

it('of another type are named, all of them, with what they must be', () => {
  const document = documentOf({}, title, shape);
  const fill = () =>
    fillVariables(document, { brand: 'url(//evil)', size: 'large', points: 2.5, strength: 1.1, nane: 1 });
  expect(fill).toThrow(
    /no variables nane. brand must be a CSS colour.*size must be a number from 1 to 4 \(got "large"\)/,
  );
  expect(fill).toThrow(/points must be a whole number from 2 to 200 \(got 2.5\)/);
  expect(fill).toThrow(
    expect.objectContaining({
      code: 'invalid_request',
      details: { unknown: ['nane'], missing: [], invalid: ['brand', 'size', 'strength', 'points'] },
    }),
  );
  for (const size of ['', ' ', '0x10', '1,5', '1e999', 'NaN', 'Infinity', '٣', Number.NaN]) {
    expect(() => fillVariables(document, { size }), String(size)).toThrow(/size must be a number/);
  }
});
