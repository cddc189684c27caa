import { flattenedDocument } from '../compositions/flattened-document.ts';
import type { Document } from '../document/document.ts';
import { writeSubtitles } from '../subtitles/write-subtitles.ts';
import { writeEdl } from './edl-write.ts';
import { writeOtio } from './otio-write.ts';

/** Formats to which a project can be exported. */
export const EXPORT_FORMATS = ['otio', 'edl', 'srt', 'vtt'] as const;

/** A format to which a project can be exported. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/**
 * Exports a project as the text of a file for other programs: OpenTimelineIO JSON, CMX3600 EDL, SubRip or WebVTT.
 * Compositions are flattened (`flattenedDocument`).
 */
export function exportTimeline(given: Document, format: ExportFormat): string {
  const document = flattenedDocument(given);
  if (format === 'otio') return writeOtio(document);
  return format === 'edl' ? writeEdl(document) : writeSubtitles(document, format);
}
