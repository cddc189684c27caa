import type { RenderChild } from '@framemill/compositor/child';
import { parseDocument } from '@framemill/timeline/document';
import { FramemillError } from '@framemill/timeline/errors';
import type { Document } from '@framemill/timeline/rendering';
import { fillVariables, followMedia, followsMedia, placeholdersOf } from '@framemill/timeline/variables';
import { findSources, type SourceFinder, sourcesOfClips } from './find-sources.ts';
import type { ProjectFile } from './read-project.ts';

/**
 * Opened project file with its validated document. If the file contains commands, the document is the result of
 * applying them.
 */
export interface OpenedDocument {
  document: Document;
  /** Adds the position in the project file to an error, if it is known. */
  located(error: unknown): unknown;
}

/**
 * Opens the document of a project file. Fills in the values of `variables`; null leaves placeholders unchanged. Sets
 * the length of clips without a length to that of their media. Throws `invalid_request` or `not_found` with the
 * position of the first invalid field or command.
 */
export async function openDocument(
  file: ProjectFile,
  finder: SourceFinder,
  workplace: { child: RenderChild; scratch: string },
  variables: Record<string, string> | null,
): Promise<OpenedDocument> {
  const { document, located } = await writtenDocument(file, finder, workplace);
  try {
    const filled = variables === null ? document : parseDocument(fillVariables(document, variables));
    return { document: await withMediaLengths(filled, finder), located };
  } catch (error) {
    throw located(error);
  }
}

/**
 * Opens the document of a project file as it is written: placeholders stay, and clips without a length stay without
 * one. Throws the errors of `openDocument`.
 */
export async function writtenDocument(
  file: ProjectFile,
  finder: SourceFinder,
  workplace: { child: RenderChild; scratch: string },
): Promise<OpenedDocument> {
  const { content } = file;
  if (content.kind === 'commands') {
    // Imported lazily: a document needs neither commands nor their schemas.
    const { runCommands } = await import('./run-commands.ts');
    const { document, faults, fieldOfClip } = await runCommands(content.commands, content.name, finder, workplace);
    const [fault] = faults;
    if (fault) throw locatedIn(file, fault, fieldOfClip);
    return { document, located: (error) => locatedIn(file, error, fieldOfClip) };
  }
  let document: Document;
  try {
    document = parseDocument(content.document);
  } catch (error) {
    throw locatedIn(file, error, () => null);
  }
  // A clip is located in the original file, even if filling in variables changes the document.
  return { document, located: (error) => locatedIn(file, error, (id) => fieldOfClipIn(document, id)) };
}

/** Returns the field path of a clip in its document, for example `clips[3]`; null when there is no such clip. */
export function fieldOfClipIn({ clips }: Document, clipId: string): string | null {
  const index = clips.findIndex(({ id }) => id === clipId);
  return index < 0 ? null : `clips[${index}]`;
}

function locatedIn(file: ProjectFile, error: unknown, fieldOfClip: (clipId: string) => string | null): unknown {
  if (!(error instanceof FramemillError)) return error;
  const { field, clipId } = error.details;
  const at = typeof field === 'string' ? ownField(file, field, fieldOfClip) : fieldOfClip(String(clipId));
  if (at === null) return error;
  return new FramemillError(error.code, `${file.placeOf(at)}: ${error.message}`, error.details, { cause: error });
}

/**
 * Returns the field path at which an error is reported. In a file of commands, an error in a clip is reported at the
 * command that created the clip.
 */
function ownField({ content }: ProjectFile, field: string, fieldOfClip: (clipId: string) => string | null) {
  if (content.kind === 'document' || field.startsWith('commands')) return field;
  return fieldOfClip(field);
}

/**
 * Probes the media file of each clip that has no length, and sets the length of the clip to that of the file. A clip
 * whose source is a variable without a value stays unchanged. Throws `FramemillError` for a file that is missing or has
 * no length.
 */
export async function withMediaLengths(document: Document, finder: SourceFinder): Promise<Document> {
  const fields = new Set(
    document.clips.flatMap((clip, index) => {
      return followsMedia(clip) && placeholdersOf(clip.src).length === 0 ? [`clips[${index}].src`] : [];
    }),
  );
  if (fields.size === 0) return document;
  const uses = sourcesOfClips(document).filter(({ field }) => fields.has(field));
  const { media, faults } = await findSources(uses, finder);
  const [fault] = faults;
  if (fault) throw fault;
  return followMedia(document, (src) => media[src]?.facts ?? null);
}
