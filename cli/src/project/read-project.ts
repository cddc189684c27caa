import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { FramemillError } from '@framemill/timeline/errors';
import { type Command, isRecord } from '@framemill/timeline/rendering';
import { type JsonPath, jsonFault, jsonPath, placeInJson } from './json-places.ts';

/** Content of a project file, before its document or commands are validated. */
export interface ProjectFile {
  content: { kind: 'document'; document: unknown } | { kind: 'commands'; name: string | null; commands: Command[] };
  /** Absolute path of the folder to which the paths of sources are relative. */
  mediaRoot: string;
  /**
   * Returns the position of a field in the form that editors use: `film.json:12:5`. Field names have the form of error
   * details: `clips[3].start`.
   */
  placeOf(field: string): string;
}

/**
 * Reads a project file. It contains a document, `{ document, mediaRoot }`, `{ name, commands, mediaRoot }`, or a
 * project in the form of the API's response (`{ project: { document } }`). Throws `invalid_request` with the position
 * of the error, or `not_found`.
 */
export async function readProject(path: string): Promise<ProjectFile> {
  const text = await readText(path);
  const place = (at: JsonPath) => {
    const { line, column } = placeInJson(text, at);
    return `${path}:${line}:${column}`;
  };
  const refuse = (at: JsonPath, message: string) =>
    new FramemillError('invalid_request', `${place(at)}: ${message}`, { path });
  const value = parseJson(path, text);
  const root = isRecord(value) ? value : {};
  const { mediaRoot = '.' } = root;
  if (typeof mediaRoot !== 'string') {
    throw refuse(['mediaRoot'], `mediaRoot must be a folder name (got ${JSON.stringify(mediaRoot)}).`);
  }
  const folder = resolve(dirname(resolve(path)), mediaRoot);
  if ('commands' in root) {
    const content = { kind: 'commands', name: nameOf(root), commands: commandsOf(root.commands, refuse) } as const;
    return { content, mediaRoot: folder, placeOf: (field) => place(jsonPath(field)) };
  }
  const { document, prefix } = documentIn(value, root, refuse);
  return {
    content: { kind: 'document', document },
    mediaRoot: folder,
    placeOf: (field) => place([...prefix, ...jsonPath(field.replace(/^document\b/, ''))]),
  };
}

type Refuse = (at: JsonPath, message: string) => FramemillError;

function documentIn(value: unknown, root: Record<string, unknown>, refuse: Refuse) {
  if (isRecord(root.project)) {
    if ('document' in root.project) return { document: root.project.document, prefix: ['project', 'document'] };
    throw refuse(['project'], 'The project has no document. Fetch the project with ?view=document.');
  }
  if ('document' in root) return { document: root.document, prefix: ['document'] };
  if (!isRecord(value)) return { document: value, prefix: [] };
  // `$schema` is for editors and is not part of the document.
  const { $schema: _, ...document } = value;
  return { document, prefix: [] };
}

function commandsOf(value: unknown, refuse: Refuse): Command[] {
  if (!Array.isArray(value) || value.length === 0) {
    throw refuse(
      ['commands'],
      'commands must be a list of at least one command, such as { "op": "addTextClip", ... }.',
    );
  }
  return value.map((command: unknown, index) => {
    if (isCommand(command)) return command;
    throw refuse(['commands', index], `commands[${index}] must be an object with an op, such as "addClip".`);
  });
}

function isCommand(value: unknown): value is Command {
  return isRecord(value) && typeof value.op === 'string';
}

function nameOf({ name }: Record<string, unknown>): string | null {
  return typeof name === 'string' ? name : null;
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new FramemillError('not_found', `The project file ${path} cannot be read. Check the path.`, {}, { cause });
  }
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const { place, reason } = jsonFault(text, cause);
    const message = `${path}:${place.line}:${place.column}: The file is not JSON: ${reason}. Correct the file here.`;
    throw new FramemillError('invalid_request', message, {}, { cause });
  }
}
