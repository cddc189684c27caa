import { describe, expect, it } from 'vitest';
import { exampleContext, exampleProject } from '../commands/examples.ts';
import { reduce } from '../reduce.ts';
import { changeParts, sharedParts } from './change-set.ts';

const partsOf = (op: string, params: object) =>
  changeParts(reduce(exampleProject(), { op, ...params }, exampleContext()).changes);

describe('the parts of a change set', () => {
  it.each([
    ['setProjectSettings', { fps: 25 }, ['settings']],
    ['addTrack', { type: 'video' }, ['track 4']],
    ['splitClip', { clipId: 'clip-1', at: 2 }, ['clip clip-new-1', 'clip clip-1']],
    ['removeClips', { clipIds: ['clip-2'] }, ['clip clip-2']],
    ['addMarkers', { markers: [{ time: 1 }] }, ['markers']],
  ])('%s %j', (op, params, parts) => {
    expect([...partsOf(op, params)]).toEqual(parts);
  });

  it('meet when they share one, or one of them stands for the whole list', () => {
    const of = (...parts: string[]) => new Set(parts);
    expect(sharedParts(of('clip a', 'settings'), of('clip b', 'markers'))).toEqual([]);
    expect(sharedParts(of('clip a', 'clip c'), of('clip c'))).toEqual(['clip c']);
    expect(sharedParts(of('clip *'), of('clip c', 'settings'))).toEqual(['clip *', 'clip c']);
    expect(sharedParts(of('track *'), of('clip c'))).toEqual([]);
  });
});
