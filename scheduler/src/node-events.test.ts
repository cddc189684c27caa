import { nodeLease } from '@framemill/testing/fake-node';
import { expect, it } from 'vitest';
import { type NodeEvent, nodeEvents, type PresentNode, presentNodes } from './node-events.ts';

const lease = (nodeId: string, instance: string, jobs = 0) => {
  return nodeLease({
    ...{ nodeId, instance },
    running: Array.from({ length: jobs }, (_, index) => ({ jobId: `j${index}`, framesDone: 0 })),
  });
};
const at = new Date(0);
const never = (): never => {
  throw new Error('No lease has ended.');
};
const summaries = (events: readonly NodeEvent[]) =>
  events.map(({ event, nodeId, instance, running }) => `${event} ${nodeId} ${instance} ${running}`);

it('nodes join, leave and are lost, with the jobs that they had', () => {
  const present = new Map<string, PresentNode>();
  expect(summaries(nodeEvents(present, [lease('a', '1'), lease('b', '1')], never, at))).toEqual([
    'joined a 1 0',
    'joined b 1 0',
  ]);
  expect(summaries(nodeEvents(present, [lease('a', '1', 3), lease('b', '1', 1)], never, at))).toEqual([]);
  const ends = nodeEvents(present, [], (id) => (id === 'a' ? 'lost' : 'left'), at);
  expect(summaries(ends)).toEqual(['lost a 1 3', 'left b 1 1']);
});

it('another start with the same id ends the one before', () => {
  const present = new Map<string, PresentNode>();
  nodeEvents(present, [lease('a', '1')], never, at);
  expect(summaries(nodeEvents(present, [lease('a', '2')], () => 'left', at))).toEqual(['left a 1 0', 'joined a 2 0']);
});

it('a new leader takes the live nodes from the history, newest event first', () => {
  const present = new Map<string, PresentNode>();
  const first = nodeEvents(present, [lease('a', '1'), lease('b', '1')], never, at);
  const second = nodeEvents(present, [lease('b', '1')], () => 'left', at);
  const known = presentNodes([...first, ...second].toReversed());
  expect([...known.keys()]).toEqual(['b']);
  expect(summaries(nodeEvents(known, [], () => 'gone', at))).toEqual(['gone b 1 0']);
});
