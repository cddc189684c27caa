import { ask, clip, type MessageCase, mayMove, refuse } from '../message-case.ts';

const inVlog = [
  'delete it',
  'remove them',
  'remove this',
  'delete that',
  'delete clips',
  'delete all',
  'delete every other clip',
  'keep only the music',
  'remove all but the last 5 seconds',
  'remove the first part',
  'remove the boring parts',
  'delete the part after the beach',
  'delete half of the beach',
  'delete the intro or the beach',
  'delete the intro, actually keep it',
  'mute the intro, no wait, the beach',
  'mute the intro instead of the beach',
  'I deleted the intro yesterday',
  'we should not delete the intro',
  'let us think about deleting the intro',
  'replace the beach with the market',
  'loop it',
  'turn it up',
  'reset',
  'swap',
  '2x',
  'red',
];
const inSlides = ['delete a photo', 'remove some photos', 'delete the photos between 2 and 5', 'remove the bad photos'];

/** Messages that are ambiguous or contradict themselves. The project must not change: the planner must ask instead. */
export const doubtful: MessageCase[] = [
  ...inVlog.map((message) => refuse('vlog', message, [/./])),
  ...inSlides.map((message) => refuse('slides', message, [/./])),
  refuse('cameras', 'remove the other camera', [/other/]),
  refuse('podcast', 'delete the first minute of the other one', [/other/]),
  ask('vlog', 'the intro is great, don\u2019t touch it'),
  ask(
    'slides',
    'add a dissolve between all photos, 1 second each',
    clip(['photo2', 'photo3', 'photo4', 'photo5', 'photo6'], { 'transition.type': 'dissolve' }),
  ),
  ask('vlog', 'mute the camera audio', clip(['intro', 'beach', 'market', 'sunset'], { muted: true })),
  ask('promo', 'show the sale text only for the first 2 seconds', clip('sale', { start: 0, duration: 2 })),
  ask(
    'talk',
    'cut from 0:05 to 0:12 and from 0:10 to 0:15',
    { parts: 'interview', total: 50, lacks: [[5, 15]] },
    mayMove(),
  ),
  refuse('captioned', 'it says "coffee is great"', [/coffee/]),
  refuse('captioned', 'write "Tea" instead of "Lemonade"', [/Tea/]),
  refuse('vlog', 'new vertical video', [/new/]),
  refuse('vlog', 'the market looks flat, lower it', [/lower/]),
  refuse('vlog', 'the music is nothing special, add glitter', [/glitter/]),
];
