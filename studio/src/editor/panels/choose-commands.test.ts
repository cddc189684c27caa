import { expect, it } from 'vitest';
import { chosenCommands } from './choose-commands.ts';

const plan = [
  { op: 'addTrack', type: 'video' },
  { op: 'addTextClip', text: '$0.x', start: 0, duration: 1 },
  { op: 'setTransform', clipId: '$1.clipId', x: 5 },
  { op: 'groupClips', clipIds: ['$1.clipId', 'c2'] },
];

it.each([
  [[0, 1, 2, 3], plan],
  [[0], [plan[0]]],
  [[3], [{ ...plan[0] }, { ...plan[1] }, { op: 'groupClips', clipIds: ['$1.clipId', 'c2'] }]],
  [[], []],
])('chosen %j', (chosen, commands) => {
  expect(chosenCommands(plan, new Set(chosen))).toEqual(commands);
});

it('counts references anew', () => {
  const chosen = chosenCommands(
    [{ op: 'clearTimeline' }, { op: 'addBackground' }, { op: 'setTransform', clipId: '$1.clipId' }],
    new Set([2]),
  );
  expect(chosen).toEqual([{ op: 'addBackground' }, { op: 'setTransform', clipId: '$0.clipId' }]);
});
