import { anyOf, ask, clip, gone, type MessageCase, mayMove, refuse, text } from '../message-case.ts';

const VLOG = ['intro', 'beach', 'market', 'sunset'];
const PHOTOS = [1, 2, 3, 4, 5, 6].map((n) => `photo${n}`);
const CAPTIONS = ['cap1', 'cap2', 'cap3', 'cap4'];

/**
 * Second set of messages that were written after the planner's rules. At first, 39 of these 54 messages were planned
 * fully right and 2 harmfully. The rules were then extended.
 */
export const fresh2: MessageCase[] = [
  ask('vlog', 'mute the intro', anyOf([clip('intro', { muted: true })], [clip('intro', { volume: 0 })])),
  ask('vlog', 'add a title that reads "Lazy days" two seconds in', text('Lazy days', { start: 2 })),
  ask('vlog', 'take out the market', gone('market'), mayMove()),
  ask('vlog', 'can you make the sunset clip 20% slower?', clip('sunset', { speed: { below: 1 } }, ['duration'])),
  ask('vlog', 'the beach is too long, cut it to 6 seconds', clip('beach', { duration: 6 }), mayMove()),
  ask('vlog', 'music a bit quieter please', clip('music', { volume: { below: 1 } })),
  ask('vlog', 'start the music 2 seconds later', clip('music', { start: 2 }, ['duration'])),
  ask('vlog', 'make the intro and the sunset black and white', clip(['intro', 'sunset'], { grade: 'CHANGED' })),
  ask('vlog', 'add a subtle zoom to the market clip', clip('market', { kfScale: 'PRESENT' })),
  ask('vlog', 'title in the center, yellow', clip('title', { 'textStyle.color': { hue: 'yellow' } }, ['x', 'y'])),
  ask('vlog', 'get rid of the sound of all videos', clip(VLOG, { muted: true })),
  ask(
    'vlog',
    'put a crossfade of 1 second between the intro and the beach',
    clip('beach', { 'transition.type': 'dissolve', 'transition.duration': 1 }),
  ),
  ask(
    'vlog',
    'move the beach after the sunset',
    { order: ['intro', 'market', 'sunset', 'beach'] },
    mayMove('market', 'sunset', 'beach'),
  ),
  ask('vlog', 'flip the sunset', clip('sunset', { flipH: true })),
  ask(
    'vlog',
    'add "Lisbon, 2026" bottom left from 1s to 4s',
    text('Lisbon, 2026', { start: 1, duration: 3, x: { below: -1 }, y: { above: 1 } }),
  ),
  ask(
    'vlog',
    'square format',
    { settings: { aspectRatio: '1:1' } },
    clip(VLOG, {}, ['fit', 'scale', 'x', 'y']),
    clip('title', {}, ['x', 'y', 'scale', 'textStyle']),
  ),
  ask(
    'vlog',
    'remove the last 4 seconds of the sunset and fade out the music',
    clip('sunset', { duration: 4 }),
    clip('music', { fadeOut: { above: 0 } }),
  ),
  ask('vlog', 'put everything in vivid colors', clip(VLOG, { grade: 'CHANGED' })),
  ask('vlog', 'rename this project "Road trip"', { settings: { name: 'Road trip' } }),
  ask('talk', 'zoom out slowly on the interview', clip('interview', { kfScale: 'PRESENT' })),
  ask('talk', 'cut from 0:20 to 0:30', { parts: 'interview', total: 50, lacks: [[20, 30]] }, mayMove()),
  ask('talk', 'lower third: "Sam Poe", "Baker"', text('Sam Poe'), text('Baker'), { added: {}, count: { atLeast: 0 } }),
  ask('talk', 'fade in the music over 2 seconds and lower it to 40%', clip('music', { fadeIn: 2, volume: 0.4 })),
  ask('talk', 'put a vignette and some film grain on the interview', clip('interview', { effects: { above: 1 } })),
  ask('talk', 'trim the interview so it ends at 0:50', { parts: 'interview', total: 50 }),
  ask('slides', 'dissolve from each photo to the next', clip(PHOTOS.slice(1), { 'transition.type': 'dissolve' })),
  ask('slides', 'delete photo 6', gone('photo6')),
  ask('slides', 'make the first photo 8 seconds long', clip('photo1', { duration: 8 }), mayMove()),
  ask(
    'slides',
    'move the last photo to the front',
    { order: ['photo6', 'photo1', 'photo2', 'photo3', 'photo4', 'photo5'] },
    mayMove(),
  ),
  ask(
    'slides',
    'warm tones on photos 1, 2 and 3',
    clip(['photo1', 'photo2', 'photo3'], { grade: 'CHANGED' }, ['effects']),
  ),
  ask('slides', 'rotate photo 2 by 180 degrees', clip('photo2', { rotation: 180 })),
  ask('captioned', 'captions at the top, in white', clip(CAPTIONS, { y: { below: -1 } }, ['textStyle'])),
  ask(
    'captioned',
    'replace "great" by "wonderful"',
    clip('cap3', { 'textStyle.content': 'coffee is wonderful' }, ['name']),
  ),
  ask('captioned', 'remove the first caption', gone('cap1')),
  ask(
    'captioned',
    'make the headline slide in',
    anyOf([clip('headline', { 'textStyle.animation': 'PRESENT' })], [clip('headline', { kfX: 'PRESENT' }, ['kfY'])]),
  ),
  ask('cameras', 'make camera a black and white and mute it', clip('camera-a', { grade: 'CHANGED', muted: true })),
  ask(
    'cameras',
    'place both cameras side by side',
    clip('camera-a', { x: { below: 0 } }, ['scale', 'y', 'cropL', 'cropR', 'cropT', 'cropB', 'fit']),
    clip('camera-b', { x: { above: 0 } }, ['scale', 'y', 'cropL', 'cropR', 'cropT', 'cropB', 'fit']),
  ),
  ask('promo', 'underline the call to action', clip('cta', { 'textStyle.textDecoration': 'underline' })),
  ask('promo', 'make the logo twice as big and move it to the center', clip('logo', { scale: 0.6, x: 0, y: 0 })),
  ask('promo', 'text color of "Shop now" green', clip('cta', { 'textStyle.color': { hue: 'green' } })),
  ask('promo', 'show SALE for 2 seconds longer', clip('sale', { duration: 6 })),
  ask('podcast', 'fade the music in and out', clip('music', { fadeIn: { above: 0 }, fadeOut: { above: 0 } })),
  ask('podcast', 'set the voice to 120%', clip('voice', { volume: 1.2 })),
  ask('styled', 'unmute everything', clip('three', { muted: false })),
  ask('marked', 'split the take at 10, 15 and 20 seconds', { parts: 'take', count: 4, total: 30 }),
  ask(
    'marked',
    'play the take backwards at half speed',
    clip('take', { reverse: true, speed: 0.5 }, ['duration', 'mediaStart']),
  ),
  ask('empty', 'draw a green star in the top right corner for 3 seconds', {
    added: {
      type: 'shape',
      'shape.kind': 'star',
      'shape.fill': { hue: 'green' },
      duration: 3,
      x: { above: 1 },
      y: { below: -1 },
    },
  }),
  refuse('vlog', 'put the clip from yesterday at the start', [/yesterday/i]),
  refuse('vlog', 'delete the sunset and order a pizza', [/pizza/i], gone('sunset')),
  refuse('vlog', "please don't change the title", []),
  ask('vlog', 'is it possible to remove the beach?', gone('beach'), mayMove()),
  refuse(
    'vlog',
    'make the market clip smell like fish and mute it',
    [/fish/i],
    anyOf([clip('market', { muted: true })], [clip(VLOG, { muted: true })]),
  ),
  refuse('slides', 'add sound effects to each photo', [/sound effects/i]),
  refuse('empty', 'delete everything', [/everything/i]),
];
