import { FramemillError } from '@framemill/timeline/rendering';
import { AVMEDIA_TYPE_AUDIO } from 'node-av/constants';
import { avGetCodecName, Codec, type Stream } from 'node-av/lib';

const video = [
  // Delivery and cameras.
  ...['h264', 'hevc', 'vvc', 'libdav1d', 'av1', 'libvpx', 'libvpx-vp9', 'vp8', 'vp9', 'vp3', 'theora', 'dirac'],
  ...['mpeg1video', 'mpeg2video', 'mpeg4', 'h261', 'h263', 'h263i', 'h263p', 'mjpeg', 'mjpegb', 'dvvideo', 'jpeg2000'],
  ...['flv', 'flashsv', 'flashsv2', 'vp6', 'vp6a', 'vp6f', 'rv10', 'rv20', 'rv30', 'rv40'],
  ...['msmpeg4v1', 'msmpeg4v2', 'msmpeg4', 'wmv1', 'wmv2', 'wmv3', 'vc1', 'wmv3image', 'vc1image', 'mss1', 'mss2'],
  // Editing and archives.
  ...['prores', 'prores_raw', 'dnxhd', 'cfhd', 'hap', 'dxv', 'notchlc', 'speedhq', 'apv', 'ffv1', 'ffvhuff', 'huffyuv'],
  ...['utvideo', 'magicyuv', 'lagarith', 'sheervideo', 'snow', 'qtrle', 'rawvideo', 'v210', 'v308', 'v408', 'v410'],
  ...['r10k', 'r210', 'y41p', 'yuv4', 'avui', 'zerocodec'],
  // Screen recordings and formats of the nineties.
  ...['camtasia', 'tscc2', 'camstudio', 'zmbv', 'fraps', 'zlib', 'mszh', 'msrle', 'msvideo1', 'cinepak', 'svq1'],
  ...['svq3', 'indeo2', 'indeo3', 'indeo4', 'indeo5', 'rpza', 'smc', '8bps', 'aasc', 'asv1', 'asv2', 'cljr', 'vcr1'],
  // Images, also as frames of a video.
  ...['png', 'apng', 'gif', 'webp', 'webp_anim', 'bmp', 'tiff', 'targa', 'dpx', 'exr'],
];

const audio = [
  ...[
    'aac',
    'aac_latm',
    'ac3',
    'eac3',
    'mp1',
    'mp1float',
    'mp2',
    'mp2float',
    'mp3',
    'mp3float',
    'mp3adu',
    'mp3adufloat',
  ],
  ...[
    'mp3on4',
    'mp3on4float',
    'opus',
    'libopus',
    'vorbis',
    'libvorbis',
    'speex',
    'flac',
    'alac',
    'als',
    'wavpack',
    'tta',
  ],
  ...['dca', 'truehd', 'mlp', 'wmav1', 'wmav2', 'wmapro', 'wmalossless', 'wmavoice', 'nellymoser', 's302m', 'dvaudio'],
  ...['amrnb', 'amrwb', 'gsm', 'gsm_ms', 'ilbc', 'g722', 'g723_1', 'g726', 'g726le', 'g729', 'truespeech', 'qcelp'],
  ...['qdm2', 'qdmc', 'mace3', 'mace6', 'cook', 'sipr', 'real_144', 'real_288', 'atrac3', 'atrac3plus', 'imc', 'iac'],
  ...['adpcm_ms', 'adpcm_ima_wav', 'adpcm_ima_qt', 'adpcm_swf', 'adpcm_yamaha'],
  ...['pcm_alaw', 'pcm_mulaw', 'pcm_bluray', 'pcm_dvd', 'pcm_s8', 'pcm_u8', 'pcm_s8_planar', 'pcm_vidc'],
  ...['pcm_s16be', 'pcm_s16le', 'pcm_s16be_planar', 'pcm_s16le_planar', 'pcm_u16be', 'pcm_u16le', 'pcm_f16le'],
  ...['pcm_s24be', 'pcm_s24le', 'pcm_s24le_planar', 'pcm_u24be', 'pcm_u24le', 'pcm_f24le'],
  ...['pcm_s32be', 'pcm_s32le', 'pcm_s32le_planar', 'pcm_u32be', 'pcm_u32le', 'pcm_f32be', 'pcm_f32le'],
  ...['pcm_s64be', 'pcm_s64le', 'pcm_f64be', 'pcm_f64le'],
];

const allowed: ReadonlySet<string> = new Set([...video, ...audio]);

/**
 * Names of the codec library's decoders that may read a user's file, as the value of its option `codec_whitelist`. The
 * list has the codecs that cameras, editors, broadcasters and browsers write into the supported containers. Most of the
 * library's 500 decoders are for games and old devices, and some abort the process on real files (AC-4, by an
 * assertion).
 */
export const DECODER_WHITELIST = [...allowed].join(',');

/** Returns the decoder of a stream; null when the library has none or it is not on the whitelist. */
export function findDecoder({ codecpar }: Stream): Codec | null {
  const codec = Codec.findDecoder(codecpar.codecId);
  return codec?.name && allowed.has(codec.name) ? codec : null;
}

/** Returns the error for a stream without an allowed decoder. `name` is the name of the file in the message. */
export function undecodable(name: string, { codecpar }: Stream): FramemillError {
  const codec = avGetCodecName(codecpar.codecId) ?? 'unknown';
  const isAudio = codecpar.codecType === AVMEDIA_TYPE_AUDIO;
  const [kind, instead] = isAudio ? ['audio', 'AAC or WAV'] : ['video', 'H.264'];
  const message = `${name} uses the ${kind} codec "${codec}", which Framemill does not decode. Convert it to ${instead}.`;
  return new FramemillError('invalid_request', message, { codec });
}
