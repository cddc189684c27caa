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

/** Segment to render: output frames [startFrame, endFrame), into a separate file. */
export interface SegmentTask {
  index: number;
  startFrame: number;
  endFrame: number;
  outPath: string;
  /**
   * Method for a segment of a smart render: copied from a source, or encoded so that it can share a track with copied
   * segments. Absent: drawn and encoded as usual. See `SegmentPlan`.
   */
  made?: SegmentMaking;
}

/** Task of a render process. It is sent to the process as JSON. */
export type ChildTask =
  | {
      type: 'segments';
      document: Document;
      profile: OutputProfile;
      media: MediaFiles;
      segments: SegmentTask[];
      /** Folder of the cache for rendered frames of HTML clips. The processes of a machine share it. */
      htmlFrames?: string;
      /**
       * Device that draws. With `gpu`, this machine's GPU draws; other GPUs may take part in the render only if they
       * have the same fingerprint. Default `cpu`.
       */
      drawnBy?: 'cpu' | 'gpu';
      /** Name of the hardware encoder that all machines use for this render's MP4. Default: software encoding. */
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
      /**
       * Time of the frame, in seconds. With several times the result is a contact sheet, and `scale` is the scale of
       * its images.
       */
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
   * Result of rendering segments. The frames, codec, size and time stamps of every segment have been verified.
   * `warnings`: see `Renderer.warnings`. `spentMs` is the time of each rendering stage, summed over all segments,
   * including those that run concurrently on a GPU; preparation counts as `composite`. `worked` has the process id and
   * the first and the last moment of each stage, in ms since 1970; stages that did not run are absent. `card` is the
   * process's GPU memory and the time that the GPU computed for the task; null if no GPU was used. `residentBytes` is
   * the resident memory at the end.
   */
  segments: {
    segments: { index: number; frames: number; sizeBytes: number; sha256: string }[];
    warnings: string[];
    spentMs: Record<RenderStage, number>;
    worked: { pid: number; stages: Partial<Record<RenderStage, { fromMs: number; untilMs: number }>> };
    card: GpuUsage | null;
    residentBytes: number;
  };
  /** Result of mixing audio: size, hash and number of samples of the written file. */
  audio: { sizeBytes: number; sha256: string; samples: number };
  stitch: { sizeBytes: number; durationSec: number; sha256: string };
  copy: { sizeBytes: number; durationSec: number; sha256: string };
  /** Result of rendering a frame or a contact sheet. `timeSec` of a contact sheet is the time of its first frame. */
  frame: { width: number; height: number; timeSec: number; sizeBytes: number };
  /**
   * Result of starting the browser in advance, so that the next frame with an HTML clip is rendered sooner. It is sent
   * while the browser is still starting.
   */
  'warm-pages': Record<string, never>;
  probe: MediaFacts;
  /**
   * Result of ingesting a video, image or animation. `proxy` and `filmstrip` are null, and have no files, for an image,
   * an animation, a video with alpha and a very long video.
   */
  'ingest-picture': { poster: Poster; proxy: PreviewProxy | null; filmstrip: Filmstrip | null };
  'ingest-sound': { durationSec: number; peakLevels: PeakLevel[] };
  /**
   * Result of a transcription. Times are in seconds of the file. `aligned` holds the words of the script that were
   * found; `words` holds the transcript when there is no script.
   */
  transcribe: { durationSec: number; aligned: AlignedWord[]; words: SpokenWord[] };
  /** Measurements, findings and violated limits of a file. */
  report: QualityReport;
  /** Fingerprint of the engine. `codecs` are the names of the video and audio encoders that this build can open. */
  fingerprint: { fingerprint: string; codecs: string[] };
  licences: CodecLibrary;
  /** Fingerprint of the browser. null: this machine cannot draw HTML clips, for the reason in `problem`. */
  browser: { fingerprint: string | null; problem: string | null };
  /**
   * GPU and hardware codecs of the machine. `card` is null when no GPU may be used; `problem` then states the reason
   * and a remedy. `encoders` and `decoders` list the hardware codecs that passed a trial. `encoder` is the one used for
   * MP4, with the fingerprint of its settings: it is enabled by HARDWARE_ENCODERS and calibrated. null: MP4 is encoded
   * in software.
   */
  'graphics-card': {
    card: CardReport | null;
    problem: string | null;
    encoders: string[];
    decoders: string[];
    encoder: { name: string; fingerprint: string } | null;
  };
}

/** Result of a task, by the type of the task. */
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

/** Message from parent to child that starts a task. The parent may send the next one when the task has ended. */
export interface TaskMessage {
  id: number;
  task: ChildTask;
}

/**
 * Message from parent to child, sent at any time: whether another core is free for the child. Until the first message,
 * the child assumes that none is free.
 */
export interface RoomMessage {
  hasRoom: boolean;
}

/**
 * Message from child to parent. `done` is the number of finished frames of the task (for audio: seconds). `seeking`
 * means that the child decodes sources up to the next frame to show, during which `done` does not change. The length of
 * such decoding is limited (`SEEK_BUDGET_PIXELS`).
 */
export type ChildMessage =
  | { type: 'progress'; id: number; done: number }
  | { type: 'seeking'; id: number }
  | { type: 'result'; id: number; result: ChildResults[keyof ChildResults] }
  | { type: 'error'; id: number; error: { code: ErrorCode; message: string; details: Record<string, unknown> } };
