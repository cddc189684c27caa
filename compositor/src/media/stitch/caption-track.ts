import type { TextCue } from '@framemill/timeline/rendering';
import { AV_CODEC_ID_MOV_TEXT, AV_CODEC_ID_WEBVTT, AV_PKT_FLAG_KEY, AVMEDIA_TYPE_SUBTITLE } from 'node-av/constants';
import { type FormatContext, Packet, Rational, type Stream } from 'node-av/lib';
import type { CaptionCoding } from '../../formats/output-formats.ts';
import { check } from '../av-error.ts';

/** Caption track that is muxed with video and audio. */
export interface CaptionTrack {
  /** Adds the caption stream to a muxer whose header is not written yet. */
  addTo(muxer: FormatContext): void;
  /** Writes the cues that begin before `untilSec`. */
  copyUntil(untilSec: number, muxer: FormatContext): void;
  close(): void;
}

const milliseconds = new Rational(1, 1_000);

/** Opens a caption track for cues. For MP4 and MOV, the gaps between cues are filled with empty cues. */
export function openCaptionTrack(cues: readonly TextCue[], coding: CaptionCoding): CaptionTrack {
  const samples = coding === 'mov_text' ? withGaps(cues) : [...cues];
  const packet = new Packet();
  packet.alloc();
  let stream: Stream | null = null;
  let next = 0;
  return {
    addTo(muxer) {
      stream = muxer.newStream(null);
      stream.codecpar.codecType = AVMEDIA_TYPE_SUBTITLE;
      stream.codecpar.codecId = coding === 'mov_text' ? AV_CODEC_ID_MOV_TEXT : AV_CODEC_ID_WEBVTT;
      if (coding === 'mov_text') stream.codecpar.extradata = sampleDescription();
      stream.timeBase = milliseconds;
    },
    copyUntil(untilSec, muxer) {
      if (!stream) return;
      for (let cue = samples[next]; cue && cue.startSec < untilSec; cue = samples[next]) {
        const start = Math.round(cue.startSec * 1_000);
        packet.data = coding === 'mov_text' ? timedText(cue.text) : Buffer.from(escapeVtt(cue.text));
        packet.streamIndex = stream.index;
        packet.pts = BigInt(start);
        packet.dts = BigInt(start);
        packet.duration = BigInt(Math.max(1, Math.round(cue.endSec * 1_000) - start));
        packet.flags = AV_PKT_FLAG_KEY;
        packet.rescaleTs(milliseconds, stream.timeBase);
        check(muxer.interleavedWriteFrameSync(packet), 'writing the captions');
        packet.unref();
        next += 1;
      }
    },
    close: () => packet.free(),
  };
}

function withGaps(cues: readonly TextCue[]): TextCue[] {
  let until = 0;
  return cues.flatMap((cue) => {
    const gap = cue.startSec > until ? [{ startSec: until, endSec: cue.startSec, text: '' }] : [];
    until = cue.endSec;
    return [...gap, cue];
  });
}

/** Encodes a text sample of 3GPP TS 26.245: its length in two bytes, then UTF-8. Longer texts are cut at 64 KiB. */
function timedText(text: string): Buffer {
  let bytes = Buffer.from(text);
  // Never cut inside a character of several bytes.
  while (bytes.length > 0xffff) bytes = Buffer.from(bytes.toString('utf8', 0, 0xfffc).replace(/\ufffd$/, ''));
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/**
 * Builds the sample description of all cues (3GPP TS 26.245, 5.16): text at the bottom, centred, white on a transparent
 * background, font size 18, in the player's default font. The text box is empty, which means the whole frame.
 */
function sampleDescription(): Buffer {
  const font = Buffer.from('Sans-Serif');
  const table = Buffer.alloc(8 + 2 + 2 + 1);
  table.writeUInt32BE(table.length + font.length, 0);
  table.write('ftab', 4, 'latin1');
  table.writeUInt16BE(1, 8);
  table.writeUInt16BE(1, 10);
  table.writeUInt8(font.length, 12);
  const style = Buffer.alloc(4 + 1 + 1 + 4 + 8 + 12);
  style.writeInt8(1, 4);
  style.writeInt8(-1, 5);
  // Font 1, plain, 18 high, white.
  style.writeUInt16BE(1, 22);
  style.writeUInt8(18, 25);
  style.writeUInt32BE(0xffffffff, 26);
  return Buffer.concat([style, table, font]);
}

function escapeVtt(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
