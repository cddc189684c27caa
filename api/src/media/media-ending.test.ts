import { describe, expect, it } from 'vitest';
import { mediaEnding } from './media-ending.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

describe('the ending of a media file', () => {
  it.each([
    ['mp4', hex('00000018 66747970 6d703432')],
    ['mov', hex('00000014 66747970 71742020')],
    ['m4a', hex('0000001c 66747970 4d344120')],
    ['mov', hex('00000008 77696465 00000000')],
    ['webm', Buffer.concat([hex('1a45dfa3 9f4286810142f7810142f2810442f381084282847765626d')])],
    ['mkv', Buffer.concat([hex('1a45dfa3 a3428288'), Buffer.from('matroska')])],
    ['wav', Buffer.from('RIFF\0\0\0\0WAVEfmt ')],
    ['webp', Buffer.from('RIFF\0\0\0\0WEBPVP8 ')],
    ['flac', Buffer.from('fLaC\0\0\0\x22')],
    ['ogg', Buffer.from('OggS\0\x02')],
    ['mp3', Buffer.from('ID3\x04\0\0')],
    ['mp3', hex('fffb9064')],
    ['aac', hex('fff15080')],
    ['jpg', hex('ffd8ffe0')],
    ['png', hex('89504e470d0a1a0a')],
    ['gif', Buffer.from('GIF89a')],
    ['srt', Buffer.from('\ufeff\n 1 \r\n00:00:01,000 --> 00:00:02,000\r\nHi\r\n')],
    ['srt', Buffer.from('0:01.0-->0:02.0\nHi')],
    ['vtt', Buffer.from('\ufeffWEBVTT - a film\n\n00:01.000 --> 00:02.000\nHi\n')],
    ['vtt', Buffer.from('WEBVTT')],
    ['srt', Buffer.from('\ufeff1\r\n00:00:01,000 --> 00:00:02,000\r\nHi', 'utf16le')],
    ['srt', Buffer.from('\ufeff1\r\n00:00:01,000 --> 00:00:02,000\r\nHi', 'utf16le').swap16()],
    ['ttf', hex('00010000 0011 0100 0004 0010 47444546')],
    ['otf', hex('4f54544f 000b 0080 0003 0030 43464620')],
    ['woff', hex('774f4646 00010000 0000b15c 0012 0000')],
    ['woff2', hex('774f4632 00010000 0000b15c 0012 0000')],
    ['cube', Buffer.from('# a look\nTITLE "Look"\nLUT_3D_SIZE 2\n0 0 0\n')],
  ])('is %s by its first bytes', (ending, bytes) => {
    expect(mediaEnding(bytes)).toBe(ending);
  });

  it.each([
    '',
    'R',
    '#EXTM3U',
    'ffconcat version 1.0',
    '<svg',
    'RIFF\0\0\0\0AVI ',
    '%PDF-1.7',
    '<!DOCTYPE html>',
    '# notes\nbuy milk',
    'WEBVTTX\n',
    'OTTO',
    '\0\u0001\0\0Standard Jet DB\0',
    'ttcf\0\u0002\0\0\0\0\0\u0002\0\0\0\u0014',
    '1\n2\n3\n',
    '1\nat 00:00:01,000 --> 00:00:02,000\n',
  ])('is unknown for %j', (text) => {
    expect(mediaEnding(Buffer.from(text))).toBeNull();
  });
});
