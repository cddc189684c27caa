import { describe, expect, it } from 'vitest';
import { colourOf } from './colours.ts';
import { normalise, repair } from './normalise.ts';
import { quoteTexts } from './unquoted-texts.ts';
import { editDistance } from './words.ts';

const names = new Set(['ocean', 'sparkler', 'clp']);

describe('a message in plain words', () => {
  it.each([
    ['Hey, could you please maybe make it vertical? Thanks!', 'make it vertical.!'],
    ['if possible, mute the intro', 'mute the intro'],
    ['I was wondering if you could speed it up?', 'speed it up.'],
    ['should we drop the logo?', 'should we drop the logo?'],
    ['1) mute it\n2) blur it', 'mute it\nblur it'],
    ['pls fade it over half a second', 'fade it over 0.5 seconds'],
    ['cut twenty five secs', 'cut 25 seconds'],
    ['a couple of seconds', '2 seconds'],
    ['make it grey in the centre', 'make it gray in the center'],
    ['show it for 6 seconds instead of 4', 'show it for 6 seconds'],
    ['clean up the noise', 'clean up the noise'],
  ])('%s', (message, plain) => {
    expect(normalise(message, names).replaceAll(/ *\n */g, '\n')).toBe(plain);
  });

  it('leaves names of the project as they are', () => {
    expect(normalise('mute the clp', names)).toBe('mute the clp');
  });
});

describe('typing mistakes', () => {
  it.each([
    ['make the titel biger', 'make the title bigger'],
    ['slow down the sparklr', 'slow down the sparkler'],
    ['fade in at the begining', 'fade in at the beginning'],
    ['call it Oceen', 'call it Oceen'],
    ['cut 1x2', 'cut 1x2'],
  ])('%s', (text, right) => {
    expect(repair(text, names)).toBe(right);
  });

  it('counts letters that are missing, other or swapped', () => {
    expect(editDistance('titel', 'title', 2)).toBe(1);
    expect(editDistance('musik', 'music', 2)).toBe(1);
    expect(editDistance('abc', 'xyzabc', 2)).toBe(3);
  });
});

describe('texts without quotes', () => {
  it.each([
    ['add a title saying Happy Birthday Leo at the top', 'add a title saying "Happy Birthday Leo" at the top'],
    ['add text that says see you soon and mute the music', 'add text that says "see you soon" and mute the music'],
    ['change the title to Our Day', 'change the title to "Our Day"'],
    ['make the title red', 'make the title red'],
    ['add a title "Hello" saying nothing', 'add a title "Hello" saying nothing'],
  ])('%s', (message, quoted) => {
    expect(quoteTexts(message)).toBe(quoted);
  });
});

it('mixes shades into colours', () => {
  expect(colourOf('blue')).toBe('#1e88e5');
  expect(colourOf('dark blue')).toBe('#0f4473');
  expect(colourOf('light blue')).not.toBe(colourOf('blue'));
  expect(colourOf('Navy')).toBe('#1a237e');
  expect(colourOf('#0af')).toBe('#00aaff');
});
