import { added, anyOf, ask, clip, type MessageCase } from '../message-case.ts';

const VLOG = ['intro', 'beach', 'market', 'sunset'];
const PHOTOS = [1, 2, 3, 4, 5, 6].map((n) => `photo${n}`);

/** Messages about transitions, colours, effects, layouts and the canvas. */
export const looks: MessageCase[] = [
  ask(
    'vlog',
    'add a crossfade between all clips',
    clip(['beach', 'market', 'sunset'], { 'transition.type': 'dissolve' }),
  ),
  ask(
    'vlog',
    'add a 1 second dissolve between the beach and the market',
    clip('market', { 'transition.type': 'dissolve', 'transition.duration': 1 }),
  ),
  ask('slides', 'use a slide transition between the photos', clip(PHOTOS.slice(1), { 'transition.type': 'slide' })),
  ask('styled', 'remove all transitions', clip(['two', 'three'], { transition: 'ABSENT' })),
  ask('vlog', 'whip pan transition into the sunset', clip('sunset', { 'transition.type': 'whip-pan' })),
  ask('vlog', 'make it black and white', clip(VLOG, { grade: 'CHANGED' })),
  ask('vlog', 'apply a cinematic look to everything', clip(VLOG, { grade: 'CHANGED' }, ['effects'])),
  ask('vlog', 'give the beach clip a warm filter', clip('beach', { grade: 'CHANGED' }, ['effects'])),
  ask('vlog', 'make the sunset brighter', clip('sunset', { 'grade.exposure': { above: 0 } })),
  ask('vlog', 'the market clip is too dark, brighten it', clip('market', { 'grade.exposure': { above: 0 } })),
  ask('vlog', 'increase the contrast of the intro', clip('intro', { 'grade.contrast': { above: 0 } })),
  ask('vlog', 'boost saturation on the beach', clip('beach', { 'grade.saturation': { above: 0 } })),
  ask('promo', 'blur the product video', clip('product', { effects: 'PRESENT' })),
  ask('styled', 'remove the blur from the last clip', clip('four', { effects: { below: 1 } })),
  ask('vlog', 'add a vignette to the sunset', clip('sunset', { effects: 'PRESENT' })),
  ask('slides', 'ken burns on all the photos', clip(PHOTOS, { kfScale: 'PRESENT' })),
  ask('talk', 'slowly zoom in on the interview', clip('interview', { kfScale: 'PRESENT' })),
  ask(
    'vlog',
    'make it vertical for TikTok',
    { settings: { aspectRatio: '9:16', width: 1080, height: 1920 } },
    clip(VLOG, {}, ['fit', 'scale', 'x', 'y']),
    clip('title', {}, ['textStyle', 'x', 'y', 'scale']),
  ),
  ask(
    'vlog',
    'convert to a square video',
    { settings: { aspectRatio: '1:1' } },
    clip(VLOG, {}, ['fit', 'scale', 'x', 'y']),
    clip('title', {}, ['textStyle', 'x', 'y', 'scale']),
  ),
  ask(
    'empty',
    'set the background to white',
    anyOf([{ settings: { background: /^(#fff(fff)?|white)$/i } }], [added({ type: 'shape' })]),
  ),
  ask(
    'cameras',
    'put the two cameras side by side',
    clip('camera-a', { x: { below: 0 } }, ['scale', 'y', 'cropL', 'cropR', 'cropT', 'cropB', 'fit', 'mask']),
    clip('camera-b', { x: { above: 0 } }, ['scale', 'y', 'cropL', 'cropR', 'cropT', 'cropB', 'fit', 'mask']),
  ),
  ask(
    'cameras',
    'picture in picture with camera b in the corner',
    clip('camera-b', { scale: { below: 0.6 } }, [
      'x',
      'y',
      'fit',
      'cropL',
      'cropR',
      'cropT',
      'cropB',
      'cornerRadius',
      'mask',
    ]),
    clip('camera-a', { scale: 1 }, ['fit', 'cropL', 'cropR', 'cropT', 'cropB']),
  ),
  ask('styled', 'rotate the third clip back to 0 degrees', clip('three', { rotation: 0 })),
  ask('promo', 'rotate the logo by 45 degrees', clip('logo', { rotation: 45 })),
  ask('promo', 'make the logo half as big', clip('logo', { scale: 0.15 })),
  ask('promo', 'put the logo in the top left corner', clip('logo', { x: { below: -1 }, y: { below: -1 } })),
  ask('promo', 'make the logo 50% transparent', clip('logo', { opacity: 0.5 })),
  ask('vlog', 'flip the beach clip horizontally', clip('beach', { flipH: true })),
  ask(
    'vlog',
    'fade in from black at the start and fade out to black at the end',
    anyOf(
      [clip('intro', { kfOpacity: 'PRESENT' }, ['fadeIn'])],
      [clip('intro', { transition: 'PRESENT' }, ['fadeIn'])],
    ),
    anyOf(
      [clip('sunset', { kfOpacity: 'PRESENT' }, ['fadeOut'])],
      [clip('sunset', { transition: 'PRESENT' }, ['fadeOut'])],
    ),
  ),
  ask(
    'vlog',
    'fade the title in and out',
    anyOf(
      [clip('title', { kfOpacity: 'PRESENT' })],
      [clip('title', { 'textStyle.animation.in.name': 'fade', 'textStyle.animation.out.name': 'fade' })],
    ),
  ),
  ask('vlog', 'change the project to 24 fps', { settings: { fps: 24 } }),
  ask('vlog', 'rename the project to Lisbon 2026', { settings: { name: 'Lisbon 2026' } }),
  ask('marked', 'add a marker at 0:15', { markersAt: [10, 15, 20] }),
  ask('marked', 'delete all markers', { markersAt: [] }),
  ask(
    'promo',
    'make the sale text pop in',
    anyOf(
      [clip('sale', { kfScale: 'PRESENT' }, ['kfOpacity'])],
      [clip('sale', { 'textStyle.animation.in.name': 'pop' })],
    ),
  ),
  ask(
    'empty',
    'add a red circle in the middle for 5 seconds',
    added({ type: 'shape', 'shape.kind': 'circle', 'shape.fill': { hue: 'red' }, x: 0, y: 0, duration: 5 }),
  ),
  ask('cameras', 'remove the green screen from camera b', clip('camera-b', { effects: 'PRESENT' })),
];
