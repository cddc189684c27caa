import type { Document, ErrorCode, MediaFacts, PacketFacts } from '@framemill/timeline';
import type { PeakLevel } from '../audio/analysis/waveform.ts';
import type { AlignedWord, SpokenWord } from '../audio/pocketsphinx.ts';
import type { GpuUsage } from '../gpu/card-backend.ts';
import type { CardReport } from '../gpu/machine/graphics-card.ts';
import type { RenderStage } from '../graph/backend.ts';
import type { Filmstrip } from '../ingest/filmstrip.ts';
import type { Poster } from '../ingest/poster.ts';
import type { PreviewProxy } from '../ingest/preview-proxy.ts';
import type { Reading } from '../ingest/probe-media.ts';
import type { CodecLibrary } from '../media/codec-library.ts';
import type { FilmTexts } from '../media/stitch-input.ts';
import type { OutputProfile } from '../plan/profile.ts';
import type { QualityReport } from '../plan/report-schema.ts';
import type { SegmentMaking } from '../plan/segments.ts';
import type { MediaFiles } from '../render/renderer.ts';
import type { ReportInput } from '../report/quality-report.ts';

/** Segment to render: output frames [startFrame, endFrame), into a file of its own. */
export interface SegmentTask {
  index: number;
  startFrame: number;
  endFrame: number;
  outPath: string;
  /**
   * Method by which a segment of a smart render is produced: copied, or encoded to share a track with copied ones.
   * Absent: drawn and encoded. See `SegmentPlan`.
   */
  made?: SegmentMaking;
}

/** Task of a render process. All values are sent between processes as JSON. */
export type ChildTask =
  | {
      type: 'segments';
      document: Document;
      profile: OutputProfile;
      media: MediaFiles;
      segments: SegmentTask[];
      /** Folder for the rendered frames of HTML clips, shared by the processes of a machine. */
      htmlFrames?: string;
      /**
       * Device that draws. `gpu` is this machine's GPU, and the render runs only on GPUs with the same fingerprint.
       * Default `cpu`.
       */
      drawnBy?: 'cpu' | 'gpu';
      /** Name of the hardware encoder that the render's engine uses for MP4. Default: software. */
      encodedBy?: string;
    }
  | { type: 'audio'; document: Document; profile: OutputProfile; media: MediaFiles; outPath: string }
  | {
      type: 'stitch';
      segments: string[];
      segmentFrames: number[];
      /** Output frame number of the first segment's first frame. */
      firstFrame?: number;
      audio: string | null;
      profile: OutputProfile;
      texts?: FilmTexts;
      outPath: string;
    }
  | { type: 'copy'; source: string; packets: PacketFacts; sound: string | null; outPath: string }
  | {
      type: 'frame';
      document: Document;
      media: MediaFiles;
      htmlFrames?: string;
      /** Time of the frame; several times give a contact sheet, and `scale` is then the scale of its images. */
      atSec: number | number[];
      image: 'jpeg' | 'png';
      scale: number;
      outPath: string;
    }
  | { type: 'warm-pages'; htmlFrames: string }
  | { type: 'probe'; path: string; reading?: Reading }
  | {
      type: 'ingest-picture';
      path: string;
      facts: MediaFacts;
      posterPath: string;
      proxyPath: string;
      filmstripPath: string;
    }
  | { type: 'ingest-sound'; path: string; analysisPath: string; waveformPath: string; peaksPath: string }
  /**
   * Transcription task. `script` has the words to find; null transcribes without a script. `folder` is for temporary
   * files. Files longer than `mostSec` are refused.
   */
  | { type: 'transcribe'; path: string; script: string[] | null; folder: string; mostSec: number }
  | ({ type: 'report' } & ReportInput)
  | { type: 'fingerprint' }
  | { type: 'licences' }
  | { type: 'browser' }
  | { type: 'graphics-card' };

/** Result of each type of task. */
export interface ChildResults {
  /**
   * Result of rendering segments. Every segment has been verified: frames, codec, size, time stamps. `warnings`: see
   * `Renderer.warnings`. `spentMs` is the time of each rendering stage, summed over all segments; preparation counts as
   * `composite`, and segments that run concurrently on a GPU are all counted. `card` is the process's GPU memory and
   * the time that the GPU computed for the task; null: no GPU was used. `residentBytes` is the resident memory at the
   * end.
   */
  segments: {
    segments: { index: number; frames: number; sizeBytes: number; sha256: string }[];
    warnings: string[];
    spentMs: Record<RenderStage, number>;
    card: GpuUsage | null;
    residentBytes: number;
  };
  /** Result of mixing audio: size, hash and number of samples of the written file. */
  audio: { sizeBytes: number; sha256: string; samples: number };
  stitch: { sizeBytes: number; durationSec: number; sha256: string };
  copy: { sizeBytes: number; durationSec: number; sha256: string };
  /** Result of a frame; `timeSec` of a contact sheet is that of its first frame. */
  frame: { width: number; height: number; timeSec: number; sizeBytes: number };
  /**
   * Result of the request to start the browser early, so that the next frame with an HTML clip starts sooner. It is
   * sent while the browser is still starting.
   */
  'warm-pages': Record<string, never>;
  probe: MediaFacts;
  /**
   * Result of ingesting video or an image. Proxy and filmstrip are null, without files, for an image, a video with
   * alpha or a very long one.
   */
  'ingest-picture': { poster: Poster; proxy: PreviewProxy | null; filmstrip: Filmstrip | null };
  'ingest-sound': { durationSec: number; peakLevels: PeakLevel[] };
  /**
   * Result of a transcription; times are in seconds of the file. `aligned` has the words of the script that were found,
   * `words` the transcript without a script.
   */
  transcribe: { durationSec: number; aligned: AlignedWord[]; words: SpokenWord[] };
  /** Measurements, findings and violated limits of a file. */
  report: QualityReport;
  /** Fingerprint of the engine. `codecs` are the names of the video and audio encoders that this build can open. */
  fingerprint: { fingerprint: string; codecs: string[] };
  licences: CodecLibrary;
  /** Fingerprint of the browser; null: this machine cannot draw HTML clips, and `problem` has the reason. */
  browser: { fingerprint: string | null; problem: string | null };
  /**
   * GPU and hardware codecs of the machine. `card` is null when no GPU may be used; `problem` then has the reason and a
   * remedy. `encoders` and `decoders` are hardware codecs that worked in a trial. `encoder` is the one used for MP4,
   * enabled by HARDWARE_ENCODERS and calibrated, with the fingerprint of its settings; null: software encodes.
   */
  'graphics-card': {
    card: CardReport | null;
    problem: string | null;
    encoders: string[];
    decoders: string[];
    encoder: { name: string; fingerprint: string } | null;
  };
}

/** Result type of a task type. */
export type ChildResult<T extends ChildTask> = ChildResults[T['type']];

/** Handler for one type of task inside the render process. */
export interface Handler<K extends ChildTask['type']> {
  readonly type: K;
  /**
   * Runs a task. `onSeek` is called thousands of times a second while sources are decoded up to the next frame to show.
   */
  run(
    task: Extract<ChildTask, { type: K }>,
    onProgress: (done: number) => void,
    onSeek: () => void,
  ): Promise<ChildResults[K]>;
}

/** Message from parent to child that starts a task. One task at a time. */
export interface TaskMessage {
  id: number;
  task: ChildTask;
}

/**
 * Message from parent to child, at any time: whether another core is free for the child. The child assumes false until
 * the first message.
 */
export interface RoomMessage {
  hasRoom: boolean;
}

/**
 * Message from child to parent. `done` is the number of frames of the task so far (seconds for audio). `seeking` means
 * that sources are being decoded up to the next frame to show, within the seek budget, while `done` does not change.
 */
export type ChildMessage =
  | { type: 'progress'; id: number; done: number }
  | { type: 'seeking'; id: number }
  | { type: 'result'; id: number; result: ChildResults[keyof ChildResults] }
  | { type: 'error'; id: number; error: { code: ErrorCode; message: string; details: Record<string, unknown> } };
