import { describe, expect, it } from 'vitest';
import { contentTypeOf } from '../files/file-names.ts';
import { mediaEnding, requireEnding } from './media-ending.ts';

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
    ['csv', Buffer.from('\ufeffreference;who\r\nr1;Ana')],
    ['csv', Buffer.from('who\nAna\nBo')],
    ['csv', Buffer.from('\ufeffwho,city\nAna,Graz', 'utf16le')],
    ['srt', Buffer.from('\ufeff1\r\n00:00:01,000 --> 00:00:02,000\r\nHi', 'utf16le')],
    ['srt', Buffer.from('\ufeff1\r\n00:00:01,000 --> 00:00:02,000\r\nHi', 'utf16le').swap16()],
    ['ttf', hex('00010000 0011 0100 0004 0010 47444546')],
    ['otf', hex('4f54544f 000b 0080 0003 0030 43464620')],
    ['woff', hex('774f4646 00010000 0000b15c 0012 0000')],
    ['woff2', hex('774f4632 00010000 0000b15c 0012 0000')],
    ['svg', Buffer.from('<?xml version="1.0"?><!-- logo --><svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['json', Buffer.from('{"v":"5.7.1","fr":30,"ip":0,"op":60,"w":100,"h":100,"layers":[]}')],
    [
      'lottie',
      Buffer.concat([
        hex('504b0304 1400 0000 0000 0000 0000 00000000 00000000 00000000 0d00 0000'),
        Buffer.from('manifest.json{}'),
      ]),
    ],
    ['avif', hex('0000001c 66747970 61766966 00000000 61766966 6d696631 6d696166')],
    ['tiff', hex('49492a00 08000000')],
    ['tiff', hex('4d4d002a 00000008')],
    ['bmp', hex('424d 46000000 0000 0000 36000000 28000000')],
    ['avi', Buffer.from('RIFF\0\0\0\0AVI ')],
    ['flv', Buffer.from('FLV\u0001')],
    ['asf', hex('3026b275 8e66cf11 a6d900aa 0062ce6c')],
    ['ts', Buffer.alloc(376, Buffer.concat([hex('47'), Buffer.alloc(187)]))],
    ['ts', Buffer.alloc(384, Buffer.concat([hex('00000000 47'), Buffer.alloc(187)]))],
    ['mpg', hex('000001ba 44000400')],
    ['aiff', Buffer.from('FORM\0\0\0\0AIFF')],
    ['caf', Buffer.from('caff\0\u0001')],
    ['wav', Buffer.from('RF64\xff\xff\xff\xffWAVE', 'latin1')],
    ['wv', Buffer.from('wvpk')],
    ['ac3', hex('0b77 a1b2 1e40')],
    ['eac3', hex('0b77 02ff 3f86')],
    ['ogv', Buffer.concat([Buffer.from('OggS\0\x02'), Buffer.alloc(23), Buffer.from('\x80theora')])],
    ['cube', Buffer.from('# a look\nTITLE "Look"\nLUT_3D_SIZE 2\n0 0 0\n')],
  ])('is %s by its first bytes', (ending, bytes) => {
    expect(mediaEnding(bytes)).toBe(ending);
    expect(contentTypeOf(`file.${ending}`)).toMatch(/^(video|audio|image|text|font|application)\//);
  });

  it.each([
    '',
    'R',
    '#EXTM3U',
    'ffconcat version 1.0',
    '<svg',
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

  it.each([
    ['%PDF-1.7', 'a PDF document'],
    ['PK\u0003\u0004\u0014\0', 'a ZIP archive or an office document'],
    ['<!DOCTYPE html><title>Sign in</title>', 'a web page'],
    ['{"error": "no such file"}', 'JSON'],
    ['Dear all,\nplease find', 'a text'],
    ['8BPS\0\u0001', 'a Photoshop document'],
    ['\u0001\u0002\u0003\u0004', 'of an unknown kind'],
  ])('of none is refused in words: %j', (text, what) => {
    const message = new RegExp(
      `^The file is ${what}, which Framemill does not read\\. Framemill accepts video \\(MP4.*SVG.*fonts`,
    );
    expect(() => requireEnding(Buffer.from(text))).toThrow(message);
  });
});
