import { parseDocument } from '@framemill/timeline/document';
import { FramemillError } from '@framemill/timeline/errors';
import type { Document } from '@framemill/timeline/rendering';
import { fillVariables } from '@framemill/timeline/variables';
import type { RenderChild } from '../child/index.ts';
import type { SourceFinder } from './find-sources.ts';
import { withMediaLengths } from './media-lengths.ts';
import type { ProjectFile } from './read-project.ts';

/** The document of a project file, checked; of commands, what they make. */
export interface OpenedDocument {
  document: Document;
  /** The error with the place in the project file that it is about, where that is known. */
  located(error: unknown): unknown;
}

/**
 * `variables`: values that are put in; clips that last as long as their media have its length then. Throws FramemillError `invalid_request` or
 * `not_found` with the place of the first field or command at fault.
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

/** The document as it is written: with its variables, and clips that last as long as their media. Throws as `openDocument`. */
export async function writtenDocument(
  file: ProjectFile,
  finder: SourceFinder,
  workplace: { child: RenderChild; scratch: string },
): Promise<OpenedDocument> {
  const { content } = file;
  if (content.kind === 'commands') {
    // Loaded here: a document needs neither commands nor their schemas.
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
  // A clip stands in the file where it was written, whatever the film leaves out.
  return { document, located: (error) => locatedIn(file, error, (id) => fieldOfClipIn(document, id)) };
}

/** The field of a document's clip: `clips[3]`. */
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

/** Commands have made the document: what is wrong in a clip is in the command that made it. */
function ownField({ content }: ProjectFile, field: string, fieldOfClip: (clipId: string) => string | null) {
  if (content.kind === 'document' || field.startsWith('commands')) return field;
  return fieldOfClip(field);
}
