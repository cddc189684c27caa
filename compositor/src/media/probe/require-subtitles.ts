import { readFileSync, statSync } from 'node:fs';
import { FramemillError, parseSrt, parseVtt } from '@framemill/timeline/rendering';
import { SUBTITLE_MAX_BYTES, type SubtitleFormat, subtitleText } from '../../catalog/subtitle-file.ts';
import { THIS_FILE } from '../open-input.ts';

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
