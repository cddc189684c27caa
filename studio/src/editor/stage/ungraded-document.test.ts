import { catalogue } from '@framemill/compositor/capabilities';
import { applyCommands, type Command, createDocument, type Document } from '@framemill/timeline';
import { expect, it } from 'vitest';
import { ungradedDocument } from './ungraded-document.ts';

const PLAIN: Command[] = [
  { op: 'addTextClip', text: 'One', start: 0, duration: 2 },
  { op: 'addTextClip', text: 'Two', start: 0, duration: 2 },
];
const GRADED: Command[] = ['$0.clipId', '$1.clipId'].flatMap((clipId) => [
  { op: 'setColorGrade', clipId, grade: { exposure: 1 } },
  { op: 'addEffect', clipId, type: 'blur' },
  { op: 'addKeyframe', clipId, prop: 'saturation', time: 0, value: -1 },
]);

function documentOf(commands: readonly Command[]): Document {
  let made = 0;
  const newId = (kind: string) => {
    made += 1;
    return `${kind}-${made}`;
  };
  const { document, results } = applyCommands(createDocument(), commands, { catalogue, media: () => null, newId });
  expect(results.flatMap(({ error }) => error ?? [])).toEqual([]);
  return document;
}

it('takes the grade and the effects from the selected clips, or from all without a selection', () => {
  const plain = documentOf(PLAIN);
  const graded = documentOf([...PLAIN, ...GRADED]);
  const [first, second] = graded.clips;
  expect(first?.grade).toEqual({ exposure: 1 });
  expect(ungradedDocument(graded, []).clips).toEqual(plain.clips);
  const one = ungradedDocument(graded, [first?.id ?? '']);
  expect(one.clips).toEqual([plain.clips[0], second]);
  expect(one.clips[1]).toBe(second);
  expect(ungradedDocument(plain, [])).toBe(plain);
});
