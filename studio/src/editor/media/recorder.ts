/** Source of a recording: a microphone, a camera, or a screen or window. */
export type RecordingSource = 'voice' | 'camera' | 'screen';

/** Inputs of a recording. */
export interface RecordingChoice {
  source: RecordingSource;
  /** Whether a microphone is recorded. A voice recording always has one. */
  hasMicrophone: boolean;
  /** `deviceId` of the microphone; empty for the browser's choice. */
  microphoneId: string;
}

/** Opened devices. */
export interface Inputs {
  /** Stream to record: at most one video track and at most one audio track. */
  stream: MediaStream;
  /** Returns the peak of the audio since about 40 ms ago, 0-1; 0 without audio. */
  level(): number;
  /** Releases the devices. */
  close(): void;
}

/** Running recording. */
export interface Recording {
  /** Ends the recording and resolves to its file. */
  stop(): Promise<File>;
}

/** Containers and codecs in order of preference. Browsers support at least one of each list. */
const TYPES = {
  audio: ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'],
  video: ['video/webm;codecs=vp9,opus', 'video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4'],
} as const;
const ENDINGS = { webm: 'webm', ogg: 'ogg', mp4: 'mp4' } as const;
const VIDEO_BITS = 10_000_000;
const AUDIO_BITS = 192_000;
const NAMES: Record<RecordingSource, string> = { voice: 'Voice', camera: 'Camera', screen: 'Screen' };

/**
 * Opens the devices of a recording; the browser asks the user for permission. Throws an Error whose message is a
 * sentence for the user.
 */
export async function openInputs(choice: RecordingChoice): Promise<Inputs> {
  const { source } = choice;
  // Pages without HTTPS have no devices.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (!devices || typeof MediaRecorder === 'undefined')
    throw new Error('This browser cannot record here. Open the Studio over HTTPS or from localhost.');
  const opened: MediaStream[] = [];
  const audio = choice.microphoneId === '' ? true : { deviceId: { exact: choice.microphoneId } };
  const video = { width: { ideal: 1920 }, height: { ideal: 1080 } };
  try {
    if (source === 'screen') opened.push(await devices.getDisplayMedia({ video: true, audio: true }));
    if (source !== 'screen' || choice.hasMicrophone) {
      const hasAudio = source === 'voice' || choice.hasMicrophone;
      opened.push(await devices.getUserMedia({ ...(hasAudio && { audio }), ...(source === 'camera' && { video }) }));
    }
  } catch (error) {
    for (const stream of opened) stopTracks(stream);
    throw new Error(problemOf(error, source), { cause: error });
  }
  return joined(opened);
}

/** Lists the microphones. Their labels are empty until the user has permitted access. */
export async function microphones(): Promise<MediaDeviceInfo[]> {
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  const all = (await devices?.enumerateDevices().catch(() => [])) ?? [];
  return all.filter(({ kind, label }) => kind === 'audioinput' && label !== '');
}

/**
 * Begins to record. `onEnd` is called when the devices end the recording: they were disconnected, or the user stopped
 * sharing the screen.
 */
export function beginRecording({ stream }: Inputs, source: RecordingSource, onEnd: () => void): Recording {
  const types = stream.getVideoTracks().length > 0 ? TYPES.video : TYPES.audio;
  const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(stream, {
    ...(mimeType === undefined ? {} : { mimeType }),
    ...{ videoBitsPerSecond: VIDEO_BITS, audioBitsPerSecond: AUDIO_BITS },
  });
  const parts: Blob[] = [];
  const ended = new Promise<void>((resolve) => {
    recorder.onstop = () => resolve();
  });
  recorder.ondataavailable = ({ data }) => {
    if (data.size > 0) parts.push(data);
  };
  for (const track of stream.getTracks()) track.addEventListener('ended', onEnd, { once: true });
  const name = recordingName(source, new Date());
  // Parts of a second, so that the browser can move a long recording out of memory.
  recorder.start(1_000);
  return {
    async stop() {
      if (recorder.state !== 'inactive') recorder.stop();
      await ended;
      const [type = ''] = recorder.mimeType.split(';');
      const [, container = ''] = type.split('/');
      const ending = Object.hasOwn(ENDINGS, container) ? container : ENDINGS.webm;
      return new File(parts, `${name}.${ending}`, { type });
    },
  };
}

/** Returns the name of a recording without extension: `Voice 2026-05-31 14.05.09`, in local time. */
export function recordingName(source: RecordingSource, begun: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [begun.getFullYear(), two(begun.getMonth() + 1), two(begun.getDate())].join('-');
  const time = [begun.getHours(), begun.getMinutes(), begun.getSeconds()].map(two).join('.');
  return `${NAMES[source]} ${day} ${time}`;
}

/** Returns the sentence for the user when devices could not be opened. */
export function problemOf(error: unknown, source: RecordingSource): string {
  const device = { voice: 'microphone', camera: 'camera or microphone', screen: 'screen or microphone' }[source];
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') return `The browser has no access to the ${device}. Allow it for this site.`;
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return `No ${device} was found. Connect one.`;
  if (name === 'NotReadableError') return `The ${device} is in use by another program. Close that program.`;
  return `The ${device} could not be opened${error instanceof Error ? `: ${error.message}` : ''}. Try again.`;
}

/** Joins streams: the audio of all of them becomes one track, because recorders store only one. */
function joined(opened: readonly MediaStream[]): Inputs {
  const audible = opened.filter((stream) => stream.getAudioTracks().length > 0);
  const context = audible.length > 0 ? new AudioContext() : null;
  const meter = context?.createAnalyser();
  const mixed = context?.createMediaStreamDestination();
  if (context && meter && mixed) {
    meter.fftSize = 2_048;
    for (const stream of audible) {
      const input = context.createMediaStreamSource(stream);
      input.connect(meter);
      input.connect(mixed);
    }
  }
  const samples = new Float32Array(meter?.fftSize ?? 0);
  const videos = opened.flatMap((stream) => stream.getVideoTracks());
  // A single audio track is recorded as it is, so that the end of its device ends the recording.
  const tracks = audible.length > 1 ? (mixed?.stream.getAudioTracks() ?? []) : (audible[0]?.getAudioTracks() ?? []);
  return {
    stream: new MediaStream([...videos, ...tracks]),
    level() {
      meter?.getFloatTimeDomainData(samples);
      return samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
    },
    close() {
      for (const stream of opened) stopTracks(stream);
      void context?.close();
    },
  };
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
