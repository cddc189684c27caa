import { expect, test } from 'vitest';
import { memoryStorage } from '../../client/storage.ts';
import { openStepStore } from './undo-steps.ts';

const step = (batchId: string, rev: number | null = null) => ({ batchId, label: `Edit ${batchId}`, rev });

test('steps are kept for the next visit of the account, with the revisions of their edits', () => {
  const storage = memoryStorage();
  const inverses = new Map([['b', { rev: 7, inverse: {} }]]);
  openStepStore(storage, 'acc_1', 'prj_1').keep(
    { undoSteps: [step('a', 3), step('b')], redoSteps: [step('c')] },
    inverses,
  );
  expect(openStepStore(storage, 'acc_1', 'prj_1').read()).toEqual({
    undoSteps: [step('a', 3), step('b', 7)],
    redoSteps: [step('c')],
  });
  expect(openStepStore(storage, 'acc_2', 'prj_1').read()).toEqual({ undoSteps: [], redoSteps: [] });
  expect(openStepStore(storage, 'acc_1', 'prj_2').read()).toEqual({ undoSteps: [], redoSteps: [] });
});

test('only the last hundred steps are kept', () => {
  const store = openStepStore(memoryStorage(), 'acc_1', 'prj_1');
  const undoSteps = Array.from({ length: 130 }, (_, index) => step(`b${index}`, index));
  store.keep({ undoSteps, redoSteps: [] }, new Map());
  expect(store.read().undoSteps).toEqual(undoSteps.slice(30));
});

test('foreign contents of the storage are ignored', () => {
  const storage = memoryStorage();
  const name = 'framemill.steps.acc_1.prj_1';
  for (const text of ['nonsense', '5', '{"undoSteps":3}', '{"undoSteps":[null,{"batchId":1}],"redoSteps":{}}']) {
    storage.setItem(name, text);
    expect(openStepStore(storage, 'acc_1', 'prj_1').read()).toEqual({ undoSteps: [], redoSteps: [] });
  }
});

test('only the steps of twenty projects are kept', () => {
  const storage = memoryStorage();
  for (let project = 0; project < 25; project += 1)
    openStepStore(storage, 'acc_1', `prj_${project}`).keep({ undoSteps: [step('a', 1)], redoSteps: [] }, new Map());
  expect(storage.length).toBe(20);
  expect(openStepStore(storage, 'acc_1', 'prj_24').read().undoSteps).toHaveLength(1);
});
