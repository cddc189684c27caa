import { anyOf, ask, clip, gone, type MessageCase, mayMove, refuse, text } from '../message-case.ts';

const PHOTOS = [1, 2, 3, 4, 5, 6].map((n) => `photo${n}`);
const CAPTIONS = ['cap1', 'cap2', 'cap3', 'cap4'];

/**
 * Third set of messages that were written after the planner's rules. At first, 35 of these 54 messages were planned
 * fully right and 2 harmfully. The rules were then extended.
 */
export const fresh3: MessageCase[] = [
  ask(
    'vlog',
    'Speed the market clip up by 2x and turn its sound off',
    clip('market', { speed: 2, muted: true }, ['duration']),
    mayMove(),
  ),
  ask('vlog', 'the title needs to be red', clip('title', { 'textStyle.color': { hue: 'red' } })),
  ask('vlog', 'Trim the sunset down to 4 seconds please', clip('sunset', { duration: 4 })),
  ask('vlog', 'at 12 seconds show the text "Wow!" for two seconds', text('Wow!', { start: 12, duration: 2 })),
  ask(
    'vlog',
    'Make the first clip fade in from black',
    anyOf([clip('intro', { kfOpacity: 'PRESENT' })], [clip('intro', { transition: 'PRESENT' })]),
  ),
  ask('vlog', 'reduce the music volume by half', clip('music', { volume: 0.5 })),
  ask(
    'vlog',
    'remove the first 1.5 seconds of the beach',
    clip('beach', { duration: 8.5, mediaStart: 1.5 }),
    mayMove(),
  ),
  ask('vlog', 'the intro should be the last clip', { order: ['beach', 'market', 'sunset', 'intro'] }, mayMove()),
  ask('vlog', 'cut the beach at 8 seconds', { parts: 'beach', count: 2, total: 10 }),
  ask(
    'vlog',
    'Put "Follow me!" at the end in white on a red background',
    text('Follow me!', { start: { above: 25 }, 'textStyle.color': { hue: 'white' } }),
  ),
  ask(
    'vlog',
    'I would like a warm look for the beach and the sunset',
    clip(['beach', 'sunset'], { grade: 'CHANGED' }, ['effects']),
  ),
  ask('vlog', 'no transitions', clip('intro', {})),
  ask('vlog', 'glitch transition between beach and market', clip('market', { 'transition.type': 'glitch' })),
  ask(
    'vlog',
    'delete the title, mute the intro and speed up the sunset by 1.5x',
    gone('title'),
    anyOf([clip('intro', { muted: true })], [clip('intro', { volume: 0 })]),
    clip('sunset', { speed: 1.5 }, ['duration']),
  ),
  ask('vlog', 'set the beach to half opacity', clip('beach', { opacity: 0.5 })),
  ask('vlog', 'make the music start at the beach', clip('music', { start: 5 }, ['duration'])),
  ask(
    'vlog',
    'darken the market and add a vignette to it',
    clip('market', { 'grade.exposure': { below: 0 }, effects: 'PRESENT' }),
  ),
  ask('vlog', 'landscape 1080p 30fps', { settings: { aspectRatio: '16:9', fps: 30 } }),
  ask(
    'vlog',
    'swap the order of the beach and the market',
    { order: ['intro', 'market', 'beach', 'sunset'] },
    mayMove('beach', 'market'),
  ),
  ask('vlog', 'bring the volume of the music down to a quarter', clip('music', { volume: 0.25 })),
  ask(
    'talk',
    'make the interview a bit brighter and more saturated',
    clip('interview', { 'grade.exposure': { above: 0 }, 'grade.saturation': { above: 0 } }),
  ),
  ask('talk', 'cut out 0:30 - 0:40', { parts: 'interview', total: 50, lacks: [[30, 40]] }, mayMove()),
  ask('talk', 'have the music fade out in the last 5 seconds', clip('music', { fadeOut: 5 })),
  ask('talk', 'Name in the lower third: "Kim Lee"', text('Kim Lee'), { added: {}, count: { atLeast: 0 } }),
  ask('talk', 'add a chapter marker at 0:20 named "Part two"', { markersAt: [20] }),
  ask('slides', '3 seconds per photo', clip(PHOTOS, { duration: 3 }), mayMove()),
  ask('slides', 'push transitions everywhere', clip(PHOTOS.slice(1), { 'transition.type': 'push' })),
  ask('slides', 'black & white for the first three photos', clip(['photo1', 'photo2', 'photo3'], { grade: 'CHANGED' })),
  ask('slides', 'remove the second and the fifth photo', gone('photo2', 'photo5'), mayMove()),
  ask(
    'slides',
    'Title "2025 in pictures" over the first photo, big and bold',
    text('2025 in pictures', { start: { between: [0, 3.9] } }),
  ),
  ask('slides', 'blur photo 4 a lot', clip('photo4', { effects: 'PRESENT' })),
  ask(
    'captioned',
    'make all captions red except the first one',
    clip(['cap2', 'cap3', 'cap4'], { 'textStyle.color': { hue: 'red' } }),
  ),
  ask('captioned', 'put the captions in the middle of the screen', clip(CAPTIONS, { y: 0 }, ['x'])),
  ask(
    'captioned',
    'delete the last caption and make the others smaller',
    gone('cap4'),
    clip(['cap1', 'cap2', 'cap3'], { 'textStyle.fontSize': { below: 80 } }),
  ),
  ask('captioned', 'rename headline to "Late News"', clip('headline', { 'textStyle.content': 'Late News' }, ['name'])),
  ask(
    'cameras',
    'show camera a on the left and camera b on the right',
    clip('camera-a', { x: { below: -1 } }, ['y', 'scale']),
    clip('camera-b', { x: { above: 1 } }, ['y', 'scale']),
  ),
  ask(
    'promo',
    'make the logo a little smaller and put it top right',
    clip('logo', { scale: { below: 0.3 }, x: { above: 1 }, y: { below: -1 } }),
  ),
  ask('promo', '"Shop now" should pulse', clip('cta', { kfScale: 'PRESENT' })),
  ask('promo', 'the logo should be at 80% opacity', clip('logo', { opacity: 0.8 })),
  ask('podcast', 'mute the music', anyOf([clip('music', { muted: true })], [clip('music', { volume: 0 })])),
  ask('podcast', 'raise the voiceover by 20%', clip('voice', { volume: 1.2 })),
  ask('podcast', 'clean up the noise in the voiceover', clip('voice', { chain: 'PRESENT' })),
  ask(
    'gaps',
    'delete the second clip and close the gaps',
    gone('second'),
    clip('first', { start: 0 }),
    clip('third', { start: 4 }),
    mayMove(),
  ),
  ask('styled', 'slow the second clip to 50%', clip('two', { speed: 0.5 }, ['duration']), mayMove()),
  ask('styled', 'change the wipe to a dissolve', clip('three', { 'transition.type': 'dissolve' })),
  ask('marked', 'freeze at 5s for 2s and reverse nothing', { parts: 'take', count: 3 }),
  ask('empty', 'add a blue square on the left', {
    added: { type: 'shape', 'shape.kind': 'square', 'shape.fill': { hue: 'blue' }, x: { below: -1 } },
  }),
  refuse('vlog', 'remove the seagulls from the beach clip', [/seagulls/i]),
  refuse('vlog', 'replace the sky in the sunset with a purple one', [/sky/i]),
  refuse('vlog', 'translate all titles to Portuguese', [/portuguese/i]),
  refuse('talk', 'cut the part where she laughs', [/laughs/i]),
  refuse('vlog', 'undo', [/undo/i]),
  refuse('vlog', 'delete', [/delete/i]),
  refuse('locked', 'speed up the scene 2x', [/scene/i]),
];
