import { anyOf, ask, clip, gone, type MessageCase, mayMove, refuse, text } from '../message-case.ts';

const VLOG = ['intro', 'beach', 'market', 'sunset'];
const PHOTOS = [1, 2, 3, 4, 5, 6].map((n) => `photo${n}`);
const CAPTIONS = ['cap1', 'cap2', 'cap3', 'cap4'];

/**
 * Fifth set of messages that were written after the planner's rules, in chat style. At first, 16 of these 40 messages
 * were planned fully right and one harmfully. The rules were then extended.
 */
export const fresh5: MessageCase[] = [
  ask('vlog', 'ok so the music is drowning everything, drop it to like 30%', clip('music', { volume: 0.3 })),
  ask('vlog', 'the intro drags, cut it to 3s', clip('intro', { duration: 3 }), mayMove()),
  ask(
    'vlog',
    'pls put "Day 1" on the beach clip, bottom left',
    text('Day 1', { start: 5, x: { below: -1 }, y: { above: 1 } }),
  ),
  ask(
    'vlog',
    'can u make the title bigger n yellow',
    clip('title', { 'textStyle.fontSize': { above: 80 }, 'textStyle.color': { hue: 'yellow' } }),
  ),
  ask(
    'vlog',
    'lose the first two seconds of the market clip, nothing happens there',
    clip('market', { duration: 10, mediaStart: 2 }),
    mayMove(),
  ),
  ask('vlog', 'sunset at 50% speed pls', clip('sunset', { speed: 0.5 }, ['duration'])),
  ask(
    'vlog',
    'We want it for Instagram reels so 9:16, and mute the camera audio everywhere',
    { settings: { aspectRatio: '9:16' } },
    clip(VLOG, { muted: true }, ['fit', 'scale', 'x', 'y']),
    clip('title', {}, ['textStyle', 'x', 'y', 'scale']),
  ),
  ask(
    'vlog',
    'have the title slide in from the left',
    anyOf([clip('title', { 'textStyle.animation': 'PRESENT' })], [clip('title', { kfX: 'PRESENT' })]),
  ),
  ask(
    'vlog',
    'Swap beach and sunset',
    { order: ['intro', 'sunset', 'market', 'beach'] },
    mayMove('beach', 'market', 'sunset'),
  ),
  ask(
    'vlog',
    'fade the music in over the first 3 seconds and out over the last 4',
    clip('music', { fadeIn: 3, fadeOut: 4 }),
  ),
  ask('vlog', 'the beach looks washed out, add contrast', clip('beach', { 'grade.contrast': { above: 0 } })),
  ask(
    'vlog',
    'title: "Our Summer" instead of "My Summer"',
    clip('title', { 'textStyle.content': 'Our Summer' }, ['name']),
  ),
  ask('vlog', 'start the music 2 seconds later', clip('music', { start: 2 }, ['duration'])),
  ask('vlog', 'put "The End" over the last 3 seconds', text('The End', { start: 32, duration: 3 })),
  ask(
    'talk',
    'drop the last 15 seconds of the interview',
    { parts: 'interview', total: 45 },
    clip('interview', { duration: 45 }),
  ),
  ask(
    'talk',
    'cut from 0:05 to 0:12 and from 0:40 to 0:45',
    {
      parts: 'interview',
      total: 48,
      lacks: [
        [5, 12],
        [40, 45],
      ],
    },
    mayMove(),
  ),
  ask(
    'talk',
    'lower third "Maria Ortiz", "Head of Design" from second 4 for 6 seconds',
    text('Maria Ortiz', { start: 4 }),
    text('Head of Design', { start: 4 }),
    { added: {}, count: { atLeast: 0 } },
  ),
  ask('talk', 'duck the music under the voice', clip('music', { kfVolume: 'PRESENT' })),
  ask('talk', 'punch in on the interview to 120%', clip('interview', { scale: 1.2 })),
  ask('talk', 'colors are too cold, warm it up a bit', clip('interview', { grade: 'CHANGED' }, ['effects'])),
  ask('slides', '2.5 secs each', clip(PHOTOS, { duration: 2.5 }), mayMove()),
  ask(
    'slides',
    'half second dissolve between photos please, and slow zoom on each',
    clip(PHOTOS.slice(1), { 'transition.type': 'dissolve', 'transition.duration': 0.5 }),
    clip(PHOTOS, { kfScale: 'PRESENT' }),
  ),
  ask(
    'slides',
    'move photo 6 to the front',
    { order: ['photo6', 'photo1', 'photo2', 'photo3', 'photo4', 'photo5'] },
    mayMove(),
  ),
  ask('slides', 'turn photo 2 by 90 degrees clockwise', clip('photo2', { rotation: 90 })),
  ask('slides', 'keep only the first three photos', gone('photo4', 'photo5', 'photo6')),
  ask('captioned', 'subtitle font size 60', clip(CAPTIONS, { 'textStyle.fontSize': 60 })),
  ask(
    'captioned',
    'uppercase captions w/ a black background box',
    clip(CAPTIONS, { 'textStyle.textTransform': 'uppercase' }, ['textStyle']),
  ),
  ask(
    'captioned',
    'it says "coffee is great", should be "coffee is life"',
    clip('cap3', { 'textStyle.content': 'coffee is life' }, ['name']),
  ),
  ask(
    'cameras',
    'camera a left half, camera b right half',
    clip('camera-a', { x: { below: -1 } }, ['y', 'scale', 'cropL', 'cropR', 'cropT', 'cropB', 'fit']),
    clip('camera-b', { x: { above: 1 } }, ['y', 'scale', 'cropL', 'cropR', 'cropT', 'cropB', 'fit']),
  ),
  ask(
    'promo',
    'logo should only appear for the last 5 seconds',
    clip('logo', { start: 10, duration: 5 }, ['mediaStart']),
  ),
  ask('promo', 'make the CTA come 2 seconds earlier', clip('cta', { start: 8 })),
  ask(
    'podcast',
    'voice +3db, music -12db',
    clip('voice', { volume: { between: [1.38, 1.44] } }),
    clip('music', { volume: { between: [0.24, 0.26] } }),
  ),
  ask('gaps', 'the second clip should start at 5s', clip('second', { start: 5 })),
  ask('styled', 'set the first clip back to normal speed', clip('one', { speed: 1 }, ['duration']), mayMove()),
  ask('marked', 'split the take at the markers', { parts: 'take', count: 3, total: 30 }),
  ask(
    'empty',
    'new square video, dark blue background, "Coming soon" in white in the center',
    text('Coming soon', { x: 0, y: 0, 'textStyle.color': { hue: 'white' } }),
    { settings: { aspectRatio: '1:1', background: { hue: 'blue' } } },
  ),
  refuse('vlog', 'take out the guy in the red shirt', [/guy/i]),
  refuse('vlog', 'make the beach clip less boring and mute it', [/boring/i], clip('beach', { muted: true })),
  refuse('talk', 'find where she mentions pricing and put a title there', [/pricing/i]),
  refuse('promo', "should we drop the logo? not sure, don't do it yet", [/logo/i]),
];
