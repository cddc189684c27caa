import { isEdl, isOtio, readEdlFile, readOtioFile } from './cut-lists.ts';
import type { ImportContext, ImportedProject } from './import-context.ts';
import { isShotstack, readShotstack } from './shotstack/read-shotstack.ts';
import type { SourceTree } from './source-tree.ts';

/** A format of another program that can be imported. */
export interface FormatReader {
  name: string;
  /** Name of the format for people. */
  title: string;
  /** Whether a file has this format. `value` is the value of JSON, or the text of any other file. */
  matches(value: unknown): boolean;
  /** Reads the file. Every value of it is used or reported. Throws `invalid_request`. */
  read(tree: SourceTree, context: ImportContext): ImportedProject;
}

/** All formats, a row each, in the order in which they are tried. */
export const IMPORT_FORMATS = [
  { name: 'shotstack', title: 'Shotstack Edit JSON', matches: isShotstack, read: readShotstack },
  { name: 'otio', title: 'OpenTimelineIO', matches: isOtio, read: readOtioFile },
  { name: 'edl', title: 'CMX3600 edit decision list', matches: isEdl, read: readEdlFile },
] as const satisfies readonly FormatReader[];

/** Name of a format that can be imported. */
export type ImportFormat = (typeof IMPORT_FORMATS)[number]['name'];
