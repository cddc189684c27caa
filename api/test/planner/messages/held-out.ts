import { anyOf, ask, clip, gone, type MessageCase, mayMove, refuse, text } from '../message-case.ts';

const VLOG = ['intro', 'beach', 'market', 'sunset'];
const PHOTOS = [1, 2, 3, 4, 5, 6].map((n) => `photo${n}`);
const CAPTIONS = ['cap1', 'cap2', 'cap3', 'cap4'];

/**
 * Last set of messages that were written after the planner's rules. At first, 50 of these 56 messages were planned
 * fully right and one harmfully: an image that should zoom in started at size 0. Only that rule was corrected for this
 * set.
 */
export const heldOut: MessageCase[] = [
  ask('vlog', 'put the title "Vamos!" in the middle for 2 seconds at 0:20', text('Vamos!', { start: 20, duration: 2 })),
  ask('vlog', 'remove the intro and the title', gone('intro', 'title'), mayMove()),
  ask(
    'vlog',
    'make the market black and white and slow it down to half speed',
    clip('market', { grade: 'CHANGED', speed: 0.5 }, ['duration']),
    mayMove(),
  ),
  ask('vlog', 'please reduce the volume of the music to 10%', clip('music', { volume: 0.1 })),
  ask('vlog', 'cut 1 second off the start of the sunset', clip('sunset', { duration: 7, mediaStart: 1 }, ['start'])),
  ask('vlog', 'the beach clip should be 4 seconds long', clip('beach', { duration: 4 }), mayMove()),
  ask('vlog', 'add film grain to the whole video', clip(VLOG, { effects: 'PRESENT' }), clip('title', {}, ['effects'])),
  ask('vlog', 'Mute all videos and set the music to 80%', clip(VLOG, { muted: true }), clip('music', { volume: 0.8 })),
  ask('vlog', 'title in green', clip('title', { 'textStyle.color': { hue: 'green' } })),
  ask('vlog', 'insert the text "meanwhile..." when the market starts', text('meanwhile...', { start: 15 })),
  ask('vlog', 'zoom into the sunset', clip('sunset', { kfScale: 'PRESENT' })),
  ask('vlog', 'move the intro to the end', { order: ['beach', 'market', 'sunset', 'intro'] }, mayMove()),
  ask('vlog', 'slide transition between the beach and the market', clip('market', { 'transition.type': 'slide' })),
  ask('vlog', 'split the market at 0:20', { parts: 'market', count: 2, total: 12 }),
  ask(
    'vlog',
    'make it 1:1 and blur the intro',
    { settings: { aspectRatio: '1:1' } },
    clip(VLOG, {}, ['fit', 'scale', 'x', 'y']),
    clip('title', {}, ['x', 'y', 'scale', 'textStyle']),
    clip('intro', { effects: 'PRESENT' }),
  ),
  ask('vlog', 'lower the brightness of the beach', clip('beach', { 'grade.exposure': { below: 0 } })),
  ask('vlog', 'rename the project "Lisbon diary"', { settings: { name: 'Lisbon diary' } }),
  ask('vlog', 'no music', gone('music')),
  ask(
    'vlog',
    'make the title fade out',
    anyOf([clip('title', { kfOpacity: 'PRESENT' })], [clip('title', { 'textStyle.animation': 'PRESENT' })]),
  ),
  ask('talk', 'cut the first ten seconds', { parts: 'interview', total: 50, lacks: [[0, 10]] }, mayMove()),
  ask(
    'talk',
    'delete everything between 0:15 and 0:25',
    { parts: 'interview', total: 50, lacks: [[15, 25]] },
    mayMove(),
  ),
  ask('talk', 'music quieter by 8 dB', clip('music', { volume: { between: [0.38, 0.42] } })),
  ask(
    'talk',
    'put "Episode 4" in the top left corner for the whole video',
    text('Episode 4', { start: 0, duration: 60, x: { below: -1 }, y: { below: -1 } }),
  ),
  ask(
    'talk',
    'get rid of the pauses and make it vertical',
    { parts: 'interview', total: { below: 58 } },
    { settings: { aspectRatio: '9:16' } },
    mayMove(),
    clip('interview', {}, ['fit']),
  ),
  ask(
    'talk',
    'add lower third with name "Lena Maar" and title "Architect" at 3 seconds',
    text('Lena Maar', { start: 3 }),
    text('Architect', { start: 3 }),
    { added: {}, count: { atLeast: 0 } },
  ),
  ask('slides', 'crossfade all photos', clip(PHOTOS.slice(1), { 'transition.type': 'dissolve' })),
  ask(
    'slides',
    'photo 2 should come before photo 1',
    { order: ['photo2', 'photo1', 'photo3', 'photo4', 'photo5', 'photo6'] },
    mayMove(),
  ),
  ask('slides', 'make photo 5 last 10 seconds', clip('photo5', { duration: 10 }), mayMove()),
  ask('slides', 'make photos 1 and 2 warmer', clip(['photo1', 'photo2'], { grade: 'CHANGED' }, ['effects'])),
  ask('slides', 'flip photo 3 vertically', clip('photo3', { flipV: true })),
  ask(
    'slides',
    'show all photos in a grid',
    clip(PHOTOS, { start: 0 }, ['x', 'y', 'scale', 'cropL', 'cropR', 'cropT', 'cropB', 'fit', 'trackIndex']),
  ),
  ask('slides', 'remove photo 1 and add "Hello" at the start', gone('photo1'), text('Hello', { start: 0 }), mayMove()),
  ask(
    'captioned',
    'make the captions white on black',
    clip(CAPTIONS, { 'textStyle.color': { hue: 'white' } }, ['textStyle']),
  ),
  ask(
    'captioned',
    'smaller captions and move them to the bottom',
    clip(CAPTIONS, { 'textStyle.fontSize': { below: 80 }, y: { above: 1 } }),
  ),
  ask(
    'captioned',
    'change "hello" to "hi" in the captions',
    clip('cap1', { 'textStyle.content': 'hi and welcome' }, ['name']),
  ),
  ask('captioned', 'bold headline', clip('headline', { 'textStyle.fontWeight': { above: 550 } })),
  ask('captioned', 'delete the third caption', gone('cap3')),
  ask('cameras', 'mute both cameras', clip(['camera-a', 'camera-b'], { muted: true })),
  ask(
    'cameras',
    'put camera b on top of camera a in a corner',
    clip('camera-b', { scale: { below: 0.7 } }, ['x', 'y', 'fit', 'cropL', 'cropR', 'cropT', 'cropB']),
    clip('camera-a', {}, ['fit', 'cropL', 'cropR', 'cropT', 'cropB']),
  ),
  ask('promo', 'make the logo twice the size', clip('logo', { scale: 0.6 })),
  ask('promo', 'hide the logo', anyOf([gone('logo')], [clip('logo', { opacity: 0 })])),
  ask(
    'promo',
    'SALE should bounce',
    anyOf([clip('sale', { 'textStyle.animation': 'PRESENT' })], [clip('sale', { kfY: 'PRESENT' })]),
  ),
  ask('promo', 'set the opacity of the logo to 60 percent', clip('logo', { opacity: 0.6 })),
  ask(
    'podcast',
    'normalize audio levels and fade in the music',
    clip(['voice'], {}, ['volume', 'loudness']),
    clip('music', { fadeIn: { above: 0 } }, ['volume', 'loudness']),
  ),
  ask('podcast', 'make the cover zoom in slowly', clip('cover', { kfScale: 'PRESENT' })),
  ask(
    'gaps',
    'close all the gaps please',
    clip('first', { start: 0 }),
    clip('second', { start: 4 }),
    clip('third', { start: 8 }),
  ),
  ask('styled', 'remove the transition before the third clip', clip('three', { transition: 'ABSENT' })),
  ask('marked', 'add a marker "solo" at 0:17', { markersAt: [10, 17, 20] }),
  ask('marked', 'rewind: play it backwards', clip('take', { reverse: true }, ['mediaStart'])),
  ask('empty', 'black background and the words "The beginning" in the center', text('The beginning', { x: 0, y: 0 }), {
    settings: { background: { hue: 'black' } },
  }),
  refuse('vlog', 'make the beach look like a painting by Monet', [/monet/i]),
  refuse('vlog', 'delete the scene with the dog', [/dog/i]),
  refuse('vlog', 'add a voiceover that explains the beach', [/voiceover/i]),
  refuse('talk', 'cut out every time I say like', [/like/i]),
  refuse('vlog', "the intro isn't good, maybe delete it?", [/delete/i]),
  refuse('vlog', 'why is the beach so dark?', [/dark/i]),
];
