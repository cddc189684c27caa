import { added, anyOf, ask, clip, gone, type MessageCase, refuse, text } from '../message-case.ts';

const CAPTIONS = ['cap1', 'cap2', 'cap3', 'cap4'];

/** Messages about titles, captions and other texts. */
export const texts: MessageCase[] = [
  ask('vlog', 'Add a title "Summer in Lisbon" at the start', text('Summer in Lisbon', { start: 0 })),
  ask('vlog', 'put the text "To be continued..." at the end', text('To be continued...', { start: { above: 25 } })),
  ask('empty', 'add a title that says "Hello World"', text('Hello World', { start: 0 })),
  ask('vlog', 'add text "Day 2" from 0:15 to 0:18', text('Day 2', { start: 15, duration: 3 })),
  ask('vlog', "Add 'Chapter One' at 10 seconds for 4 seconds", text('Chapter One', { start: 10, duration: 4 })),
  ask('vlog', 'write “Market day” over the market clip', text('Market day', { start: { between: [15, 26] } })),
  ask(
    'promo',
    'add the text "50% OFF" in red at the top',
    text('50% OFF', { 'textStyle.color': { hue: 'red' }, y: { below: -1 } }),
  ),
  ask('vlog', 'add a lower third with the name "Maria Silva"', added({}, { atLeast: 1 })),
  ask(
    'talk',
    'Add a lower third "Dr. Jane Roe" "Chief Scientist" at 5s for 6 seconds',
    text('Dr. Jane Roe', { start: 5, duration: 6 }),
    text('Chief Scientist', { start: 5, duration: 6 }),
    added({}, { atLeast: 0 }),
  ),
  ask(
    'vlog',
    'make the title bigger',
    anyOf([clip('title', { 'textStyle.fontSize': { above: 80 } })], [clip('title', { scale: { above: 1 } })]),
  ),
  ask('vlog', 'change the title to "Our Summer"', clip('title', { 'textStyle.content': 'Our Summer' }, ['name'])),
  ask('vlog', 'make the title yellow', clip('title', { 'textStyle.color': { hue: 'yellow' } })),
  ask('promo', 'make all text bold', clip(['sale', 'cta'], { 'textStyle.fontWeight': { above: 550 } })),
  ask('promo', 'replace "Shop now" with "Buy now"', clip('cta', { 'textStyle.content': 'Buy now' }, ['name'])),
  ask('captioned', 'make the captions yellow', clip(CAPTIONS, { 'textStyle.color': { hue: 'yellow' } })),
  ask('captioned', 'move the captions to the top', clip(CAPTIONS, { y: { below: -1 } })),
  ask('captioned', 'captions in karaoke style please', clip(CAPTIONS, { 'textStyle.captionStyle': 'karaoke' })),
  ask(
    'captioned',
    'replace coffee with tea in the captions',
    clip(['cap2'], { 'textStyle.content': 'today we talk about tea' }, ['name']),
    clip(['cap3'], { 'textStyle.content': 'tea is great' }, ['name']),
  ),
  ask('captioned', 'delete all captions', gone(...CAPTIONS)),
  ask('captioned', 'remove the headline', gone('headline')),
  ask('vlog', 'animate the title with a typewriter effect', clip('title', { 'textStyle.animation': 'CHANGED' })),
  ask(
    'vlog',
    'give the title a black outline',
    clip('title', { 'textStyle.strokeColor': { hue: 'black' }, 'textStyle.strokeWidth': { above: 0 } }),
  ),
  ask(
    'vlog',
    'Add a watermark "@lisbonvlog" in the bottom right corner',
    text('@lisbonvlog', { start: 0, duration: 35, x: { above: 1 }, y: { above: 1 } }),
  ),
  ask('vlog', 'keep the title on screen until 0:08', clip('title', { duration: 8 })),
  ask('promo', 'move the sale text to the bottom', clip('sale', { y: { above: 1 } })),
  ask('promo', 'center the logo', clip('logo', { x: 0, y: 0 })),
  refuse('vlog', 'caption this in English', [/caption/i]),
  ask(
    'empty',
    'add captions saying "good morning everyone"',
    added({ type: 'text', 'textStyle.content': /good morning/i }, { atLeast: 1 }),
  ),
];
