import type { Document, MediaFacts, PacketFacts } from '@framemill/timeline';
import type { PeakLevel } from '../audio/analysis/peaks.ts';
import type { AlignedWord, SpokenWord } from '../audio/speech/pocketsphinx.ts';
import type { OutputProfile, SegmentMaking } from '../catalog.ts';
import type { CardUsage } from '../gpu/card-backend.ts';
import type { CardReport } from '../gpu/machine/card-report.ts';
import type { Filmstrip } from '../ingest/filmstrip.ts';
import type { Poster } from '../ingest/poster.ts';
import type { PreviewProxy } from '../ingest/preview-proxy.ts';
import type { Reading } from '../ingest/probe-media.ts';
import type { CodecLibrary } from '../media/codec-library.ts';
import type { FilmTexts } from '../media/stitch-input.ts';
import type { QualityReport } from '../quality-report.ts';
import type { MediaFiles } from '../render/renderer.ts';
import type { RenderStage } from '../render-stage.ts';
import type { ReportInput } from '../report/quality-report.ts';

/** One segment to render: output frames [startFrame, endFrame) into a file of its own. */
export interface SegmentTask {
  index: number;
  startFrame: number;
  endFrame: number;
  outPath: string;
  /** See `SegmentPlan`. */
  made?: SegmentMaking;
}

/** What a render child can be asked to do. Everything crosses a process boundary as JSON. */
export type ChildTask =
  | {
      type: 'segments';
      document: Document;
      profile: OutputProfile;
      media: MediaFiles;
      segments: SegmentTask[];
      /** Folder for pictures of html clips, shared by the processes of a machine. */
      htmlFrames?: string;
      /** `gpu`: this machine's graphics card, whose fingerprint the render is pinned to. Default `cpu`. */
      drawnBy?: 'cpu' | 'gpu';
      /** Hardware encoder that the render's engine names, for MP4. Default: software. */
      encodedBy?: string;
    }
  | { type: 'audio'; document: Document; profile: OutputProfile; media: MediaFiles; outPath: string }
  | {
      type: 'stitch';
      segments: string[];
      segmentFrames: number[];
      /** The output's frame that the first segment begins with. */
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
      /** Several: a contact sheet of them; `scale` is that of its pictures. */
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
  /** `script`: words to find; null: write down what is said. `folder`: for files in between. `mostSec`: longer files are refused. */
  | { type: 'transcribe'; path: string; script: string[] | null; folder: string; mostSec: number }
  | ({ type: 'report' } & ReportInput)
  | { type: 'fingerprint' }
  | { type: 'licences' }
  | { type: 'browser' }
  | { type: 'graphics-card' };

/** What each task answers. */
export interface ChildResults {
  /**
   * Every segment has been verified: frames, codec, size, time stamps. `warnings`: see `Renderer.warnings`. `spentMs`: time
   * of each stage, all segments together, preparing with `composite`; on a card several segments spend it side by side. `card`: what the process takes of the
   * graphics card, and how long that computed for the task; null: none was used. `residentBytes`: what the process holds at the end.
   */
  segments: {
    segments: { index: number; frames: number; sizeBytes: number; sha256: string }[];
    warnings: string[];
    spentMs: Record<RenderStage, number>;
    card: CardUsage | null;
    residentBytes: number;
  };
  /** Null file: the document has no audible part, nothing was written. */
  audio: { sizeBytes: number; sha256: string; samples: number };
  stitch: { sizeBytes: number; durationSec: number; sha256: string };
  copy: { sizeBytes: number; durationSec: number; sha256: string };
  /** `timeSec`: of a contact sheet that of its first picture. */
  frame: { width: number; height: number; timeSec: number; sizeBytes: number };
  /** The browser has begun to start: the next frame with an html clip waits less for it. */
  'warm-pages': Record<string, never>;
  probe: MediaFacts;
  /** Null proxy and filmstrip: an image, a video with alpha or a very long one; no file was written. */
  'ingest-picture': { poster: Poster; proxy: PreviewProxy | null; filmstrip: Filmstrip | null };
  'ingest-sound': { durationSec: number; peakLevels: PeakLevel[] };
  /** Seconds of the file. `aligned`: words of the script that were found, `words`: what was written down without one. */
  transcribe: { durationSec: number; aligned: AlignedWord[]; words: SpokenWord[] };
  /** `codecs`: names of the video and audio encoders that this build can open. */
  report: QualityReport;
  fingerprint: { fingerprint: string; codecs: string[] };
  licences: CodecLibrary;
  /** Null fingerprint: this machine cannot draw html clips, and `problem` says why. */
  browser: { fingerprint: string | null; problem: string | null };
  /**
   * Null card: none that may be used, and `problem` says why and what to do. `encoders`, `decoders`: hardware codecs that have worked in a trial. `encoder`: the
   * one that MP4 is encoded by, switched on (HARDWARE_ENCODERS) and calibrated, with the fingerprint of its settings; null: software encodes.
   */
  'graphics-card': {
    card: CardReport | null;
    problem: string | null;
    encoders: string[];
    decoders: string[];
    encoder: { name: string; fingerprint: string } | null;
  };
}

/** What a task of a type answers. */
export type ChildResult<T extends ChildTask> = ChildResults[T['type']];
