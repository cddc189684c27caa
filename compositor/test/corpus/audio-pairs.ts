import { spawnSync } from 'node:child_process';

/** Sample rates at which each codec and container is tested, in Hz. */
export const audioRates = [8_000, 11_025, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 88_200, 96_000] as const;

/** Encoders of ffmpeg whose codecs this program decodes. PCM formats that no tested container supports are left out. */
export const audioCodecs = [
  ...['aac', 'ac3', 'eac3', 'alac', 'flac', 'libmp3lame', 'mp2', 'libopus', 'libvorbis', 'vorbis', 'wmav1', 'wmav2'],
  ...['pcm_u8', 'pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be', 'pcm_s32le', 'pcm_f32le', 'pcm_f64le'],
  ...['pcm_alaw', 'pcm_mulaw', 'pcm_dvd', 'pcm_bluray', 's302m', 'adpcm_ms', 'adpcm_ima_wav', 'adpcm_ima_qt'],
  ...['adpcm_swf', 'adpcm_yamaha', 'g722', 'g726', 'libspeex', 'libgsm', 'libgsm_ms', 'nellymoser', 'dca'],
  ...['mlp', 'truehd', 'tta', 'wavpack', 'real_144'],
] as const;

/** File name extensions of the tested containers, by which ffmpeg chooses the muxer. */
export const audioContainers = [
  ...['mp4', 'mov', 'm4a', '3gp', 'mkv', 'webm', 'avi', 'wav', 'aiff', 'ogg', 'flac', 'caf', 'flv', 'mpg', 'asf'],
  ...['ts', 'mp3', 'aac'],
] as const;

/**
 * Combinations that ffmpeg writes but that are no usable reference: the muxer stores time stamps or a sample rate that
 * differ from the audio, or two versions of the library decode the file differently. Each entry has the container (`*`:
 * any), a pattern of codec and rate, and the reason.
 */
const faultyPairs: readonly (readonly [container: string, sound: RegExp, reason: string])[] = [
  ['*', /^g726 11025$/, 'it has no whole number of bits a sample'],
  ['asf', /^flac /, 'the muxer stamps the second block a second late'],
  ['avi', /^vorbis /, 'the muxer stamps the first block up to 1.5 s late'],
  ['caf', /^flac /, 'the muxer writes a table of packets that no reader understands'],
  ['flv', /^pcm_(alaw|mulaw) /, 'the container has no stereo of these'],
  ['mkv', /^wavpack /, 'the bundled library loses its place in some blocks, whatever the stamps'],
  ['mov', /^adpcm_(ms|ima_wav) /, 'the muxer takes blocks for longer than they are above 48 kHz'],
  ['wav', /^(aac|libvorbis|vorbis|flac|alac|libopus|truehd|mlp) /, 'the file lacks what its decoder has to know'],
];

/** Returns the reason why a codec at a rate in a container has no usable reference; null when it has one. */
export function reasonAgainst(codec: string, rate: number, container: string): string | null {
  const audio = `${codec} ${rate}`;
  return faultyPairs.find(([name, sounds]) => (name === '*' || name === container) && sounds.test(audio))?.[2] ?? null;
}

/** Returns the sample rates that an encoder supports; null for any rate. */
export function ratesOf(codec: string): readonly number[] | null {
  const help = spawnSync('ffmpeg', ['-hide_banner', '-h', `encoder=${codec}`]).stdout.toString();
  const listed = /Supported sample rates: (.*)/.exec(help)?.[1];
  return listed ? listed.trim().split(/ +/).map(Number) : null;
}

/** Returns the number of channels to encode: 1 for the telephone codecs, which are mono, else 2. */
export function channelsOf(codec: string): number {
  return /^(g72|libgsm|libspeex|nellymoser|real_144)/.test(codec) ? 1 : 2;
}

/**
 * Encodes `raw` (mono float at 48 kHz) into a container. Returns false when ffmpeg rejects the combination, writes
 * another sample rate, or cannot read the file; such a combination is not tested.
 */
export function makeAudio(path: string, raw: Uint8Array, codec: string, rate: number): boolean {
  const source = ['-f', 'f32le', '-ar', '48000', '-ac', '1', '-i', 'pipe:0', '-ac', String(channelsOf(codec))];
  const made = spawnSync(
    'ffmpeg',
    ['-y', '-hide_banner', '-v', 'error', ...source, '-ar', String(rate), '-strict', '-2', '-c:a', codec, path],
    { input: raw },
  );
  if (made.status !== 0) return false;
  const entries = ['-select_streams', 'a:0', '-show_entries', 'stream=sample_rate,codec_name', '-of', 'csv=p=0'];
  // Streams of programs are listed twice.
  const [listed = ''] = spawnSync('ffprobe', ['-v', 'error', ...entries, path])
    .stdout.toString()
    .trim()
    .split('\n');
  const [name, found] = listed.trim().split(',');
  // Opus is always at 48 kHz.
  return name !== '' && name !== 'unknown' && (Number(found) === rate || name === 'opus');
}
