import {
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_AC3,
  AV_CODEC_ID_EAC3,
  AV_CODEC_ID_MP2,
  AV_CODEC_ID_MP3,
  AV_CODEC_ID_WMAV2,
  AV_NOPTS_VALUE,
} from 'node-av/constants';
import type { Stream } from 'node-av/lib';
import type { MediaInput } from './open-input.ts';

// EBU R37 allows audio to lag the video by 60 ms. At low frame rates half a frame would be more.
const MAX_SHIFT_SEC = 0.04;

// Coarse clocks (Matroska, FLV) round a start to a millisecond.
const CLOCK_SEC = 0.001;

/**
 * Returns the time zero of a file, in ticks of `stream`'s time base: the start of the first frame or of the audio,
 * whichever is earlier. A file whose time stamps have an offset (broadcast streams, B-frames without an edit list)
 * therefore begins at 0, and audio and video stay in sync.
 *
 * Encoder priming before the audible audio does not count. If the video starts after the audio, but by less than half a
 * frame and less than 40 ms, the difference is ignored, and both streams begin at 0. Muxers shift video by a few
 * milliseconds when the audio has priming, and otherwise each frame would be one frame late. Some files do not declare
 * their priming. If the video of such a file starts after the audio by no more than the codec's usual priming, both
 * streams count from the start of the video.
 */
export function zeroTicks(input: MediaInput, stream: Stream): bigint {
  const video = input.video ? startOf(input.video) : null;
  const audio = input.audio ? audioStart(input, input.audio) : null;
  if (video === null && audio === null) return 0n;
  const audioTicks = audio === null || !input.audio ? null : rescale(audio, input.audio, stream);
  const videoTicks = video === null || !input.video ? null : rescale(video, input.video, stream);
  if (audioTicks === null) return videoTicks ?? 0n;
  if (videoTicks === null) return audioTicks;
  if (videoTicks < audioTicks || primedLeadSec(input) > 0) return videoTicks;
  const startsWithAudio = stream.index === input.video?.index && videoTicks - audioTicks < maxShiftTicks(stream);
  return startsWithAudio ? videoTicks : audioTicks;
}

/** Returns how long before time zero audio with undeclared priming starts, in seconds; 0 for all other files. */
export function primedLeadSec(input: MediaInput): number {
  const { video, audio } = input;
  if (!video || !audio) return 0;
  const leadSec = secondsOf(startOf(video), video) - secondsOf(audioStart(input, audio), audio);
  const primingSec = unstatedPrimingSec(input);
  return primingSec > 0 && leadSec > 0 && leadSec <= primingSec + CLOCK_SEC ? leadSec : 0;
}

function maxShiftTicks({ avgFrameRate, rFrameRate, timeBase }: Stream): number {
  const rate = avgFrameRate.num > 0 && avgFrameRate.den > 0 ? avgFrameRate : rFrameRate;
  if (rate.num <= 0 || rate.den <= 0) return 0;
  return (Math.min(MAX_SHIFT_SEC, rate.den / rate.num / 2) * timeBase.den) / timeBase.num;
}

function secondsOf(ticks: bigint | null, { timeBase }: Stream): number {
  return (Number(ticks ?? 0n) * timeBase.num) / timeBase.den;
}

/** Returns the start of the audible audio, in ticks of its stream; null when unknown. */
function audioStart({ container }: MediaInput, audio: Stream): bigint | null {
  const start = startOf(audio);
  return start !== null && start < 0n && !container.clockWraps ? 0n : start;
}

function startOf(stream: Stream): bigint | null {
  return stream.startTime === AV_NOPTS_VALUE ? null : stream.startTime;
}

function rescale(ticks: bigint, from: Stream, to: Stream): bigint {
  if (from.index === to.index) return ticks;
  const scale = BigInt(from.timeBase.num) * BigInt(to.timeBase.den);
  const divisor = BigInt(from.timeBase.den) * BigInt(to.timeBase.num);
  return (ticks * scale) / divisor;
}

// Largest number of priming samples that encoders put before the audio: AAC 1024 (ffmpeg), 2048 (Fraunhofer) or 2112
// (Apple), MP3 1105 (LAME).
const encoderDelays: ReadonlyMap<number, number> = new Map([
  [AV_CODEC_ID_AAC, 2112],
  [AV_CODEC_ID_MP3, 1105],
  [AV_CODEC_ID_MP2, 481],
  [AV_CODEC_ID_AC3, 256],
  [AV_CODEC_ID_EAC3, 256],
  [AV_CODEC_ID_WMAV2, 2048],
]);

/**
 * Returns the longest encoder priming that the audio may have without the file declaring it, in seconds. Returns 0 when
 * the file declares its priming (an edit list in MP4, a codec delay in Matroska) and for codecs without priming.
 */
function unstatedPrimingSec({ audio }: MediaInput): number {
  if (!audio || audio.codecpar.initialPadding > 0) return 0;
  return (encoderDelays.get(audio.codecpar.codecId) ?? 0) / audio.codecpar.sampleRate;
}

const MICROSECONDS = 1_000_000;

/**
 * Returns the duration of one stream in seconds, from the container. Falls back to the duration of the whole file; 0
 * when neither is stated.
 */
export function streamDurationSec(input: MediaInput, stream: Stream): number {
  if (stream.duration !== AV_NOPTS_VALUE && stream.duration > 0n) {
    return (Number(stream.duration) * stream.timeBase.num) / stream.timeBase.den;
  }
  return containerDurationSec(input);
}

/** Returns the duration of the whole file in seconds, from the container; 0 when it is not stated. */
export function containerDurationSec(input: MediaInput): number {
  const { duration } = input.format;
  return duration === AV_NOPTS_VALUE || duration <= 0n ? 0 : Number(duration) / MICROSECONDS;
}

/**
 * Minimum distance, in seconds, of a time stamp before the end of the previous block that counts as a restarted clock.
 */
const BACK_SEC = 0.1;

/**
 * Creates a function that makes audio times continuous where a file's clock restarts, as in recorded Ogg streams and
 * concatenated broadcasts. The function takes the declared start of a block and the end of the previous one, and
 * returns the corrected start. All times are in seconds. Files with video keep their times.
 */
export function createRunningClock({ video }: MediaInput): (startSec: number, followingSec: number) => number {
  let behindSec = 0;
  return (startSec, followingSec) => {
    if (!video && startSec + behindSec < followingSec - BACK_SEC) behindSec = followingSec - startSec;
    return startSec + behindSec;
  };
}
