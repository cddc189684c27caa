import { AVCOL_RANGE_MPEG } from 'node-av/constants';
import { Dictionary, FormatContext, InputFormat, type Stream } from 'node-av/lib';
import { quietCodecLog } from '../../av-log.ts';
import { DECODER_WHITELIST } from '../../decoders.ts';
import { readHead } from '../../open-input.ts';
import { pixelFormatName } from '../../pixel-format.ts';
import { curveByNumber, primariesOf, type StillTags } from './still-tags.ts';

const HEAD_BYTES = 32_768;
const DEMUXER = 'mov,mp4,m4a,3gp,3g2,mj2';

/**
 * Reads the colour tags of an AVIF image and of its alpha, which the codec library reports as two streams. Decodes the
 * start of both. Returns null when the library cannot read the file.
 */
export function readAvifColour(path: string): StillTags | null {
  quietCodecLog();
  const demuxer = InputFormat.findInputFormat(DEMUXER);
  const format = new FormatContext();
  const options = Dictionary.fromObject({
    format_whitelist: DEMUXER,
    protocol_whitelist: 'file',
    codec_whitelist: DECODER_WHITELIST,
  });
  if (!demuxer || format.openInputSync(`file:${path}`, demuxer, options) < 0) return null;
  try {
    if (format.findStreamInfoSync() < 0) return null;
    const [image, ...others] = format.streams;
    if (!image) return null;
    const { colorTrc, colorPrimaries } = image.codecpar;
    return {
      curve: curveByNumber(colorTrc),
      primaries: primariesOf(colorPrimaries),
      profileCounts: true,
      // The image library converts luma with chroma to full range, but not luma alone.
      limitedColour: isGrey(image) && isLimited(image),
      peakNits: lightLevel(readHead(path, HEAD_BYTES)),
      limitedAlpha: others.length === 1 && others.every((alpha) => isGrey(alpha) && isLimited(alpha)),
    };
  } finally {
    format.closeInputSync();
  }
}

/**
 * Reads MaxCLL from the first `clli` box among the image properties, in cd/m2; null without one. Source: ISO 23008-12,
 * 6.5.35.
 */
function lightLevel(head: Uint8Array): number | null {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const properties = bytes.indexOf('ipco');
  const box = properties < 4 ? -1 : bytes.indexOf('clli', properties);
  if (box < 0 || box > properties + bytes.readUInt32BE(properties - 4) || box + 6 > bytes.length) return null;
  return bytes.readUInt16BE(box + 4) || null;
}

function isGrey({ codecpar }: Stream): boolean {
  return pixelFormatName(codecpar.format).startsWith('gray');
}

function isLimited({ codecpar }: Stream): boolean {
  return codecpar.colorRange === AVCOL_RANGE_MPEG;
}
