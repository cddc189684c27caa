import { AV_NOPTS_VALUE } from 'node-av/constants';
import type { Stream } from 'node-av/lib';
import { unstatedPrimingSec } from './audio-priming.ts';
import type { MediaInput } from './open-input.ts';

// EBU R37 allows audio to lag the video by 60 ms. At low frame rates half a frame would be more.
const MAX_SHIFT_SEC = 0.04;

// Coarse clocks (Matroska, FLV) round a start to a millisecond.
const CLOCK_SEC = 0.001;

/**
 * Returns the time zero of a file, in ticks of `stream`'s time base. It is the start of the first frame or audio,
 * whichever is earlier. Files whose clock has any offset (broadcast streams, B-frames without an edit list) therefore
 * begin at 0, and audio and video keep their distance.
 *
 * Audio before zero is encoder priming, which is never audible and does not count. If the video
 * starts less than half a frame (and 40 ms) after the audio, it counts from its own start: muxers shift it by a few
 * milliseconds when the audio has priming, and without this rule each frame would be one frame late. Some files do not
 * declare their priming. If the video of such a file starts later by no more than the encoder's priming, both streams
 * count from the start of the video.
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

/** Returns the time by which audio with unstated priming starts before time zero. In seconds; 0 for all other files. */
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
