import { anyOf, ask, clip, gone, type MessageCase, mayMove, refuse, text } from '../message-case.ts';

const PHOTOS = [1, 2, 3, 4, 5, 6].map((n) => `photo${n}`);
const CAPTIONS = ['cap1', 'cap2', 'cap3', 'cap4'];

/**
 * First set of messages that were written after the planner's rules. At first, 32 of these 52 messages were planned
 * fully right and none harmfully. The rules were then extended.
 */
export const fresh: MessageCase[] = [
  ask('vlog', 'make the beach clip three seconds shorter', clip('beach', { duration: 7 }), mayMove()),
  ask('vlog', 'add "The End" as a title in the last 3 seconds', text('The End', { start: 32, duration: 3 })),
  ask('vlog', 'lower the music to 15 percent', clip('music', { volume: 0.15 })),
  ask('vlog', 'drop the intro', gone('intro'), mayMove()),
  ask('vlog', 'the music is too quiet', clip('music', { volume: { above: 1 } })),
  ask('vlog', 'apply sepia to the sunset clip', clip('sunset', { grade: 'CHANGED' }, ['effects'])),
  ask(
    'vlog',
    'cut the intro in half',
    anyOf([{ parts: 'intro', count: 2 }], [clip('intro', { duration: 2.5 }), mayMove()]),
  ),
  ask(
    'vlog',
    'play the market at double speed and mute it',
    clip('market', { speed: 2, muted: true }, ['duration']),
    mayMove(),
  ),
  ask(
    'vlog',
    'put the market clip last',
    { order: ['intro', 'beach', 'sunset', 'market'] },
    mayMove('market', 'sunset'),
  ),
  ask('vlog', 'remove the title and the music', gone('title', 'music')),
  ask(
    'vlog',
    'Add the text "Praia" in pink at the bottom of the screen when the beach starts',
    text('Praia', { start: 5, 'textStyle.color': { hue: 'pink' }, y: { above: 1 } }),
  ),
  ask(
    'vlog',
    'make the title blue, bold and larger',
    clip('title', {
      'textStyle.color': { hue: 'blue' },
      'textStyle.fontWeight': { above: 550 },
      'textStyle.fontSize': { above: 80 },
    }),
  ),
  ask('vlog', 'show the title one second later', clip('title', { start: 1 })),
  ask('vlog', 'a 2 second fade out on the music', clip('music', { fadeOut: 2 })),
  ask(
    'vlog',
    'wipe transitions between all clips please',
    clip(['beach', 'market', 'sunset'], { 'transition.type': 'wipe' }),
  ),
  ask(
    'vlog',
    'delete the last clip and shorten the market to 6 seconds',
    gone('sunset'),
    clip('market', { duration: 6 }),
    mayMove(),
  ),
  ask('vlog', 'turn everything grayscale except the sunset', clip(['intro', 'beach', 'market'], { grade: 'CHANGED' })),
  ask('vlog', 'zoom in on the beach', clip('beach', { kfScale: 'PRESENT' })),
  ask('vlog', 'trim 1.5s off the start of the intro', clip('intro', { duration: 3.5, mediaStart: 1.5 }), mayMove()),
  ask('vlog', 'split the beach clip in the middle', { parts: 'beach', count: 2, total: 10 }),
  ask('talk', 'insert a marker at one minute', { markersAt: [60] }),
  ask('talk', 'cut 5 to 8 seconds from the interview', { parts: 'interview', total: 57, lacks: [[5, 8]] }, mayMove()),
  ask('talk', 'desaturate the interview a little', clip('interview', { 'grade.saturation': { below: 0 } })),
  ask(
    'talk',
    'remove pauses, then duck the music',
    { parts: 'interview', total: { below: 58 } },
    mayMove(),
    clip('music', { kfVolume: 'PRESENT' }),
  ),
  ask('slides', 'show every photo for two and a half seconds', clip(PHOTOS, { duration: 2.5 }), mayMove()),
  ask(
    'slides',
    'put a caption "Our first house" under the third photo',
    text('Our first house', { start: { between: [8, 11] } }),
  ),
  ask(
    'slides',
    'shuffle: put photo 6 before photo 2',
    { order: ['photo1', 'photo6', 'photo2', 'photo3', 'photo4', 'photo5'] },
    mayMove(),
  ),
  ask('slides', 'duplicate photo 3', { parts: 'photo3', count: 2 }, mayMove()),
  ask(
    'slides',
    'pan right on photo 1 and pan left on photo 2',
    clip('photo1', { kfX: 'PRESENT' }, ['kfScale', 'scale']),
    clip('photo2', { kfX: 'PRESENT' }, ['kfScale', 'scale']),
  ),
  ask(
    'slides',
    'add a vintage look to all photos and a vignette',
    clip(PHOTOS, { grade: 'CHANGED', effects: 'PRESENT' }),
  ),
  ask('captioned', 'change the captions to all caps', clip(CAPTIONS, { 'textStyle.textTransform': 'uppercase' })),
  ask(
    'captioned',
    'capitalize "coffee" as "Coffee" in the captions',
    clip('cap2', { 'textStyle.content': 'today we talk about Coffee' }, ['name']),
  ),
  ask('captioned', 'hide the headline', anyOf([gone('headline')], [clip('headline', { opacity: 0 })])),
  ask('captioned', 'give the captions a yellow background', clip(CAPTIONS, { 'textStyle.background': 'CHANGED' })),
  ask(
    'cameras',
    'show camera b in a small window at the bottom right',
    clip('camera-b', { scale: { below: 0.7 }, x: { above: 1 }, y: { above: 1 } }, [
      'fit',
      'cropL',
      'cropR',
      'cropT',
      'cropB',
    ]),
    clip('camera-a', {}, ['scale', 'fit', 'cropL', 'cropR', 'cropT', 'cropB']),
  ),
  ask(
    'cameras',
    'swap sides: camera b left, camera a right',
    clip('camera-b', { x: { below: -1 } }, ['y', 'scale']),
    clip('camera-a', { x: { above: 1 } }, ['y', 'scale']),
  ),
  ask('promo', 'tilt the logo 10 degrees to the left', clip('logo', { rotation: -10 })),
  ask('promo', 'make the text "SALE" flash red', clip('sale', { 'textStyle.color': { hue: 'red' } }, ['textStyle'])),
  ask('promo', 'extend "Shop now" until the end', clip('cta', {})),
  ask('promo', 'logo at 20% opacity, top right', clip('logo', { opacity: 0.2, x: { above: 1 }, y: { below: -1 } })),
  ask(
    'podcast',
    'lower the music under my voice and normalize everything',
    clip('music', { kfVolume: 'PRESENT' }, ['volume', 'loudness']),
    clip('voice', {}, ['volume', 'loudness']),
  ),
  ask('podcast', 'voice up 3db', clip('voice', { volume: { between: [1.35, 1.48] } })),
  ask('styled', 'reset the speed of all clips', clip('one', { speed: 1 }, ['duration']), mayMove()),
  ask(
    'styled',
    'rotate the third clip 90 degrees counterclockwise',
    clip('three', { rotation: { between: [-91, 1] } }),
  ),
  ask(
    'marked',
    'make it cinematic, 21:9',
    { settings: { aspectRatio: '21:9' } },
    clip('take', { grade: 'CHANGED' }, ['fit', 'effects', 'scale']),
    clip('chapter', {}, ['x', 'y', 'scale', 'textStyle']),
  ),
  ask(
    'empty',
    'write "Coming soon" in huge yellow letters for 10 seconds',
    text('Coming soon', { duration: 10, 'textStyle.color': { hue: 'yellow' } }),
  ),
  refuse('vlog', 'delete the intro music', [/intro music/i]),
  refuse('vlog', 'make the people in the beach clip smile', [/smile/i]),
  refuse('vlog', 'do not mute the beach or the market', [/mute/i]),
  refuse('vlog', 'sing me a song about the market and delete nothing', [/sing/i]),
  refuse('talk', 'swap the faces of the two speakers', [/faces/i]),
  refuse('locked', 'move the scene to 5 seconds', [/scene/i]),
];
