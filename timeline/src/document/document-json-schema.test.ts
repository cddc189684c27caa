import { describe, expect, it } from 'vitest';
import { Compile, Type } from '#typebox';
import { exampleProject } from '../commands/examples.ts';
import { createDocument } from './create-document.ts';
import { documentJsonSchema } from './document-json-schema.ts';
import { documentProblems, parseDocument } from './parse-document.ts';

const clip = { id: 'a', type: 'shape', start: 0, duration: 2, trackIndex: 0, shape: { kind: 'star' } };
const curve = {
  grade: {
    curves: {
      master: [
        [0, 0],
        [1, 1],
      ],
    },
  },
};

describe('the JSON Schema of the document', () => {
  it('is what document.schema.json says (pnpm exec vitest run --project timeline -u)', async () => {
    const text = `${JSON.stringify(documentJsonSchema(), null, 2)}\n`;
    await expect(text).toMatchFileSnapshot('../../document.schema.json');
  });

  it.each([
    ['the project of the examples', exampleProject()],
    ['a clip that leaves out what is filled in', { ...createDocument(), clips: [clip] }],
    ['tuples', { ...createDocument(), clips: [{ ...clip, ...curve }] }],
    ['an unknown field', { ...createDocument(), clips: [{ ...clip, opasity: 1 }] }],
    ['a clip without a duration', { ...createDocument(), clips: [{ ...clip, duration: undefined }] }],
    [
      'a tuple of three',
      {
        ...createDocument(),
        clips: [
          {
            ...clip,
            grade: {
              curves: {
                master: [
                  [0, 0, 0],
                  [1, 1],
                ],
              },
            },
          },
        ],
      },
    ],
    ['another version', { ...createDocument(), version: 3 }],
  ])('agrees with parseDocument about %s', (_what, document) => {
    const value = JSON.parse(JSON.stringify(document));
    const isTaken = documentProblems(value, 1).length === 0;
    expect(Compile(Type.Unsafe(documentJsonSchema())).Check(value)).toBe(isTaken);
    if (isTaken) expect(() => parseDocument(value)).not.toThrow();
  });

  it('lets a file name it', () => {
    const value = { $schema: './document.schema.json', ...createDocument() };
    expect(Compile(Type.Unsafe(documentJsonSchema())).Check(value)).toBe(true);
  });
});

describe('the problems of a document', () => {
  it('are one a part, and none where parseDocument takes it', () => {
    const clips = [
      { ...clip, start: -1 },
      { ...clip, id: 'b', duration: 0 },
      { ...clip, id: 'c' },
    ];
    const settings = { ...createDocument().settings, width: 3 };
    const found = documentProblems({ ...createDocument(), settings, clips, extra: 1 }, 10);
    expect(found.map(({ path }) => path)).toEqual([
      'settings.width',
      'clips[0].start',
      'clips[1].duration',
      'document.extra',
    ]);
    expect(documentProblems({ ...createDocument(), clips: [clip, clip] }, 10)).toEqual([
      { path: 'clips[1].id', message: 'clips[1].id "a" is used twice. Give each clip its own id.' },
    ]);
    expect(documentProblems({ ...createDocument(), clips }, 1)).toHaveLength(1);
    expect(documentProblems(exampleProject(), 10)).toEqual([]);
  });
});
