import { anyOf, ask, clip, gone, type MessageCase, mayMove, refuse, text } from '../message-case.ts';

const VLOG = ['intro', 'beach', 'market', 'sunset'];
const PHOTOS = [1, 2, 3, 4, 5, 6].map((n) => `photo${n}`);
const CAPTIONS = ['cap1', 'cap2', 'cap3', 'cap4'];

/**
 * Fourth set of messages that were written after the planner's rules. At first, 36 of these 54 messages were planned
 * fully right and 3 harmfully. The rules were then only made more cautious.
 */
export const fresh4: MessageCase[] = [
  ask('vlog', 'turn down the music by 5 dB', clip('music', { volume: { between: [0.53, 0.58] } })),
  ask('vlog', 'erase the beach clip please', gone('beach'), mayMove()),
  ask('vlog', 'make the market play twice as fast', clip('market', { speed: 2 }, ['duration']), mayMove()),
  ask(
    'vlog',
    'Add the title "A week in Lisbon" in orange at the start for 5 seconds',
    text('A week in Lisbon', { start: 0, duration: 5, 'textStyle.color': { hue: 'orange' } }),
  ),
  ask('vlog', 'cut the last second of the market', clip('market', { duration: 11 }), mayMove()),
  ask('vlog', 'sepia for the whole video', clip(VLOG, { grade: 'CHANGED' }, ['effects'])),
  ask('vlog', 'the title should be at the bottom', clip('title', { y: { above: 1 } })),
  ask(
    'vlog',
    'fade to black at the end',
    anyOf([clip('sunset', { kfOpacity: 'PRESENT' })], [clip('sunset', { transition: 'PRESENT' })]),
  ),
  ask(
    'vlog',
    'switch the intro and the market',
    { order: ['market', 'beach', 'intro', 'sunset'] },
    mayMove('intro', 'beach', 'market'),
  ),
  ask('vlog', 'lower the saturation of the sunset', clip('sunset', { 'grade.saturation': { below: 0 } })),
  ask('vlog', 'make the beach clip blurry', clip('beach', { effects: 'PRESENT' })),
  ask(
    'vlog',
    'dissolve between the market and the sunset, 2 seconds',
    clip('sunset', { 'transition.type': 'dissolve', 'transition.duration': 2 }),
  ),
  ask(
    'vlog',
    'shorten the intro by 2 seconds and lengthen the sunset by 2 seconds',
    clip('intro', { duration: 3 }),
    clip('sunset', { duration: 10 }),
    mayMove(),
  ),
  ask(
    'vlog',
    'write "music: me" small in the bottom right corner during the sunset',
    text('music: me', { start: 27, x: { above: 1 }, y: { above: 1 } }),
  ),
  ask('vlog', 'rotate everything 90 degrees', clip(VLOG, { rotation: 90 }), clip('title', {}, ['rotation'])),
  ask('vlog', 'quieter music', clip('music', { volume: { below: 1 } })),
  ask('vlog', 'take the sound off the beach and market clips', clip(['beach', 'market'], { muted: true })),
  ask('vlog', 'give the intro a vintage feel', clip('intro', { grade: 'CHANGED' }, ['effects'])),
  ask('vlog', 'start with the beach', { order: ['beach', 'intro', 'market', 'sunset'] }, mayMove()),
  ask('talk', 'cut everything after 40 seconds', { parts: 'interview', total: 40 }, clip('music', { duration: 40 })),
  ask('talk', 'trim silence', { parts: 'interview', total: { below: 58 } }, mayMove()),
  ask('talk', 'split the interview every 20 seconds', { parts: 'interview', count: 3, total: 60 }),
  ask('talk', 'background music should be ducked when she talks', clip('music', { kfVolume: 'PRESENT' })),
  ask('talk', 'crop in on the interview by 20%', clip('interview', { scale: { above: 1 } })),
  ask('slides', 'each photo should last 5 seconds', clip(PHOTOS, { duration: 5 }), mayMove()),
  ask('slides', 'delete photos 1 to 3', gone('photo1', 'photo2', 'photo3'), mayMove()),
  ask(
    'slides',
    'make the second photo black and white and the third one sepia',
    clip(['photo2', 'photo3'], { grade: 'CHANGED' }, ['effects']),
  ),
  ask('slides', 'random order', { order: PHOTOS }),
  ask('slides', 'put a white border around the photos', clip(PHOTOS, { effects: 'PRESENT' })),
  ask(
    'slides',
    'add "Thanks for watching" after the last photo',
    text('Thanks for watching', { start: { between: [20, 25] } }),
  ),
  ask('slides', 'wipe from photo 1 to photo 2', clip('photo2', { 'transition.type': 'wipe' })),
  ask(
    'captioned',
    'captions: bold, yellow',
    clip(CAPTIONS, { 'textStyle.fontWeight': { above: 550 }, 'textStyle.color': { hue: 'yellow' } }),
  ),
  ask('captioned', 'italic headline', clip('headline', { 'textStyle.fontStyle': 'italic' })),
  ask(
    'captioned',
    'change "goodbye" to "see you soon"',
    clip('cap4', { 'textStyle.content': 'see you soon' }, ['name']),
  ),
  ask('captioned', 'use the pop style for captions', clip(CAPTIONS, { 'textStyle.captionStyle': 'pop' })),
  ask('cameras', 'delete camera a', gone('camera-a')),
  ask('cameras', 'make camera b semi transparent', clip('camera-b', { opacity: { between: [0.3, 0.7] } })),
  ask(
    'promo',
    'move the logo to the bottom right and make it 50% smaller',
    clip('logo', { x: { above: 1 }, y: { above: 1 }, scale: 0.15 }),
  ),
  ask('promo', 'change the sale text to "LAST DAY"', clip('sale', { 'textStyle.content': 'LAST DAY' }, ['name'])),
  ask('promo', 'show the call to action from 8s', clip('cta', { start: 8 }, ['duration'])),
  ask('podcast', 'music 20%, voice 110%', clip('music', { volume: 0.2 }), clip('voice', { volume: 1.1 })),
  ask('podcast', 'fade both tracks out at the end', clip(['voice', 'music'], { fadeOut: { above: 0 } })),
  ask(
    'gaps',
    'remove the gaps',
    clip('first', { start: 0 }),
    clip('second', { start: 4 }),
    clip('third', { start: 8 }),
  ),
  ask('styled', 'delete the effects on the last clip', clip('four', { effects: { below: 1 } })),
  ask('styled', 'undo the rotation of the third clip', clip('three', { rotation: 0 })),
  ask('marked', 'add a marker called "end" at 28 seconds', { markersAt: [10, 20, 28] }),
  ask('marked', 'mute the song between 10 and 12 seconds', clip('song', { kfVolume: 'PRESENT' })),
  ask('empty', 'set it to 25 fps and portrait', { settings: { fps: 25, aspectRatio: '9:16' } }),
  refuse('vlog', 'make the colors of the market pop like in that movie', [/movie/i]),
  refuse('vlog', 'remove the watermark of the stock site', [/watermark/i]),
  refuse('vlog', 'delete my account', [/account/i]),
  refuse('talk', 'find the best 10 seconds and delete the rest', [/best/i]),
  refuse('vlog', 'export it as mp4', [/mp4/i]),
  refuse('vlog', 'if the beach is longer than 8 seconds, delete it', [/delete/i]),
];
