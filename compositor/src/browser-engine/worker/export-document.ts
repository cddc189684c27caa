import {
  type Document,
  FramemillError,
  type Rate,
  rateOf,
  secondsOf,
  totalFrames,
} from '@framemill/timeline/rendering';
import { AudioSample, type AudioSampleSource, Output, VideoSample, type VideoSampleSource } from 'mediabunny';
import { SAMPLE_RATE } from '../../audio/audio-format.ts';
import { type DocumentMix, openDocumentMix } from '../document-mix.ts';
import { createBrowserEngine, type FrameRenderer } from '../frame-renderer.ts';
import type { PlanarFrame } from '../planar-frames.ts';
import { createBrowserAudio } from './audio-sources.ts';
import { openEnginePorts } from './engine-ports.ts';
import { type AudioTrack, audioTrackFor, outputFormat, videoTrackFor } from './export-codecs.ts';
import type { ExportedFile, ExportOrder } from './export-messages.ts';
import { openTarget } from './export-target.ts';
import type { PageLink } from './page-link.ts';

/** Tracks of an output that is being written. */
interface Writing {
  readonly order: ExportOrder;
  readonly renderer: FrameRenderer;
  readonly video: VideoSampleSource;
  readonly audio: { readonly mix: DocumentMix; readonly track: AudioTrack } | null;
  readonly progress: (frames: number, totalFrames: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Exports a document: draws its frames with the engine, mixes its audio, encodes both with the browser and writes them
 * to the target as they are finished, so that memory does not depend on the length. Rejects with `FramemillError` for
 * documents that cannot be exported in a browser and for missing codecs, and with the reason of the signal when it is
 * aborted; the incomplete file is then discarded.
 */
export async function exportDocument(
  order: ExportOrder,
  page: PageLink,
  progress: Writing['progress'],
  signal: AbortSignal,
): Promise<ExportedFile> {
  const { document, media, format, quality, size, watermark } = order;
  const rate = rateOf(document.settings.fps);
  const frames = totalFrames(document);
  refuse(document, frames);
  const track = await videoTrackFor(format, quality, size, rate);
  const mix = openDocumentMix(document, media, createBrowserAudio(page.media));
  const target = await openTarget(order.target);
  const output = new Output({ format: outputFormat(format), target: target.target });
  let renderer: FrameRenderer | null = null;
  try {
    const audio = mix.hasAudio ? { mix, track: await audioTrackFor(format, quality) } : null;
    const frameRate = rate.num / rate.den;
    output.addVideoTrack(track.source, { frameRate, maximumPacketCount: frames });
    if (audio) {
      output.addAudioTrack(audio.track.source, { maximumPacketCount: audio.track.mostPackets(mix.totalSamples) });
    }
    await output.start();
    const engine = createBrowserEngine(await openEnginePorts(page));
    renderer = await engine.open({ document, media, output: size, watermark });
    await write({ order, renderer, video: track.source, audio, progress, signal });
    await output.finalize();
    const codecs = { videoCodec: track.codec, audioCodec: audio?.track.codec ?? null };
    return { file: target.file(await output.getMimeType()), ...codecs, warnings: renderer.warnings() };
  } catch (error) {
    // The first error is the one to report. Cancelling closes the file, which must be discarded by then.
    await target.discard().catch(() => undefined);
    await output.cancel().catch(() => undefined);
    throw error;
  } finally {
    renderer?.close();
    mix.close();
  }
}

/** Throws for documents that cannot be exported in a browser. */
function refuse({ clips }: Document, frames: number): void {
  if (frames === 0)
    throw new FramemillError('invalid_request', 'The project has no clips to export. Add a clip first.');
  const html = clips.find(({ type }) => type === 'html');
  if (!html) return;
  throw new FramemillError(
    'invalid_request',
    `Clip ${html.id} is an html clip, which a browser cannot export. Render the project on the farm, or remove the clip.`,
    { clipId: html.id },
  );
}

/** Writes all frames, and the audio up to each frame before it, so that the muxer need not keep one for the other. */
async function write({ order, renderer, video, audio, progress, signal }: Writing): Promise<void> {
  const rate = rateOf(order.document.settings.fps);
  const frames = totalFrames(order.document);
  const writeAudio = audio ? createAudioWriter(audio.mix, audio.track) : null;
  for (let frame = 0; frame < frames; frame++) {
    signal.throwIfAborted();
    await writeAudio?.(secondsOf(frame, rate));
    const drawn = await renderer.draw(secondsOf(frame, rate), { signal });
    const sample = sampleOf(drawn, frame, rate);
    try {
      await video.add(sample);
    } finally {
      sample.close();
    }
    progress(frame + 1, frames);
  }
  video.close();
  await writeAudio?.(Number.POSITIVE_INFINITY);
  audio?.track.source.close();
}

/** Returns a function that writes the mix, in blocks of a second, until it is past a time in seconds. */
function createAudioWriter(
  mix: DocumentMix,
  { source, delaySamples }: AudioTrack,
): (untilSec: number) => Promise<void> {
  let at = 0;
  return async (untilSec) => {
    while (at < mix.totalSamples && at <= untilSec * SAMPLE_RATE) {
      const wanted = Math.min(SAMPLE_RATE, mix.totalSamples - at);
      const data = new Float32Array(2 * wanted);
      await mix.read({ left: data.subarray(0, wanted), right: data.subarray(wanted) }, wanted);
      await addSamples(source, data, (at - delaySamples) / SAMPLE_RATE);
      at += wanted;
    }
  };
}

async function addSamples(source: AudioSampleSource, data: Float32Array, timestamp: number): Promise<void> {
  const format = { format: 'f32-planar', numberOfChannels: 2, sampleRate: SAMPLE_RATE } as const;
  const sample = new AudioSample({ ...format, data, timestamp });
  try {
    await source.add(sample);
  } finally {
    sample.close();
  }
}

/** Copies a drawn frame to a sample for the encoder. The caller closes it. */
function sampleOf({ width, height, planes }: PlanarFrame, frame: number, rate: Rate): VideoSample {
  const [chromaWidth, chromaHeight] = [width / 2, height / 2];
  const bytes = new Uint8Array(width * height + 2 * chromaWidth * chromaHeight);
  let at = 0;
  for (const [index, data] of planes.data.entries()) {
    const [columns, rows] = index === 0 ? [width, height] : [chromaWidth, chromaHeight];
    const stride = planes.stride[index] ?? columns;
    for (let row = 0; row < rows; row++, at += columns) {
      bytes.set(data.subarray(row * stride, row * stride + columns), at);
    }
  }
  const [timestamp, end] = [secondsOf(frame, rate), secondsOf(frame + 1, rate)];
  // Samples of this format are BT.709 in limited range, as the engine's frames are.
  return new VideoSample(bytes, {
    ...{ format: 'I420', codedWidth: width, codedHeight: height },
    ...{ timestamp, duration: end - timestamp },
  });
}
