import { readFileSync, statSync } from 'node:fs';
import { FramemillError, parseCsv, parseSrt, parseVtt } from '@framemill/timeline/rendering';
import { AV_PKT_DATA_ENCRYPTION_INFO, AV_PKT_DATA_ENCRYPTION_INIT_INFO } from 'node-av/constants';
import { Packet, type Stream } from 'node-av/lib';
import {
  SUBTITLE_MAX_BYTES,
  type SubtitleFormat,
  subtitleText,
  TABLE_MAX_BYTES,
} from '../../formats/upload-formats.ts';
import { openInput, THIS_FILE } from '../open-input.ts';

/** Maximum number of packets that are read to find the first one of each stream. */
const MOST_PACKETS = 200;

/**
 * Throws `invalid_request` when the first packet of a file's video or audio is encrypted (common encryption in MP4, or
 * Matroska's own). Without this check, decoders would return noise or report a damaged file. Reads the index and a few
 * packets.
 */
export function refuseEncrypted(path: string): void {
  const input = openInput(path, THIS_FILE, { analyze: false });
  const packet = new Packet();
  packet.alloc();
  const waiting = new Set([input.video, input.audio].flatMap((stream) => (stream ? [stream.index] : [])));
  try {
    if ([input.video, input.audio].some((stream) => stream && hasKeySystem(stream))) throw encrypted();
    for (let read = 0; read < MOST_PACKETS && waiting.size > 0; read++) {
      if (input.format.readFrameSync(packet) < 0) return;
      const isFirst = waiting.delete(packet.streamIndex);
      const isEncrypted = isFirst && packet.getSideData(AV_PKT_DATA_ENCRYPTION_INFO) !== null;
      packet.unref();
      if (isEncrypted) throw encrypted();
    }
  } finally {
    packet.free();
    input.close();
  }
}

function hasKeySystem({ codecpar }: Stream): boolean {
  return codecpar.getCodedSideData(AV_PKT_DATA_ENCRYPTION_INIT_INFO) !== null;
}

function encrypted(): FramemillError {
  return new FramemillError(
    'invalid_request',
    `${THIS_FILE} is encrypted (CENC) and cannot be decoded without its key. Export it without protection.`,
  );
}

/**
 * Checks that a subtitle file can be imported: UTF-8, or UTF-16 with a byte order mark, with timed cues. Throws
 * `invalid_request` with the faulty line, the encoding or the size.
 */
export function requireSubtitles(path: string, format: SubtitleFormat): void {
  const { size } = statSync(path);
  if (size > SUBTITLE_MAX_BYTES) {
    const [megabytes, most] = [(size / 1e6).toFixed(1), SUBTITLE_MAX_BYTES / 1e6];
    const message = `${THIS_FILE} has ${megabytes} MB of subtitles, but at most ${most} MB are allowed. Split it.`;
    throw new FramemillError('invalid_request', message);
  }
  const text = subtitleText(readFileSync(path));
  if (text === null) {
    const message = `${THIS_FILE} is a subtitle file, but neither in UTF-8 nor in UTF-16 with a byte order mark. Save it in UTF-8.`;
    throw new FramemillError('invalid_request', message);
  }
  try {
    if (format === 'srt') parseSrt(text);
    else parseVtt(text);
  } catch (cause) {
    if (!(cause instanceof FramemillError)) throw cause;
    const message = cause.message.replace(/^data /, `${THIS_FILE}, `);
    throw new FramemillError(cause.code, message, cause.details, { cause });
  }
}

/**
 * Checks that a table can be read: CSV in UTF-8, or UTF-16 with a byte order mark, with the same number of cells in
 * each row. Throws `invalid_request` with the reason, also when the file is too large.
 */
export function requireTable(path: string): void {
  const { size } = statSync(path);
  if (size > TABLE_MAX_BYTES) {
    const most = TABLE_MAX_BYTES / 1e6;
    throw wrong(`is a table of ${(size / 1e6).toFixed(1)} MB, but at most ${most} MB are allowed. Split it.`);
  }
  const text = subtitleText(readFileSync(path));
  if (text === null) {
    throw wrong('is a table, but neither in UTF-8 nor in UTF-16 with a byte order mark. Save it in UTF-8.');
  }
  const [first, ...rows] = parseCsv(text);
  const columns = first?.length ?? 0;
  const odd = rows.findIndex((row) => row.length !== columns);
  if (odd >= 0) {
    const cells = rows[odd]?.length;
    throw wrong(`is a table whose row ${odd + 2} has ${cells} cells, but the first row has ${columns}. Correct it.`);
  }
}

function wrong(what: string): FramemillError {
  return new FramemillError('invalid_request', `${THIS_FILE} ${what}`);
}
