import { readFileSync } from 'node:fs';

/** JSON value that a field of a clip or of the project is compared with. README.md lists the forms. */
export type Wanted = string | number | boolean | null | Wanted[] | { [rule: string]: Wanted };

/**
 * Expected values by field name. The fields are stored or derived ones; `tolerance` applies to all numbers among them.
 */
export type Fields = Record<string, Wanted>;

/** Selection of clips in the project as it is before the message. */
export type Selection = 'all' | ClipFilter | ClipFilter[];

/** Conditions that a selected clip must meet, all of them. */
export interface ClipFilter {
  name?: string;
  text?: string;
  type?: string;
  id?: string;
  caption?: boolean;
  track?: number;
  /** Position among the matching clips, ordered by start: 1 is the first, -1 the last. */
  nth?: number;
}

/** Expectation about the result of a message. */
export type Expectation =
  | { clip: Selection; has: Fields }
  | { clips: Selection; have: Fields }
  | { clips: Selection; count: number }
  | { gone: Selection }
  | { new: Fields; count?: Wanted }
  | { project: Fields }
  | { order: Selection[] }
  | { length: Wanted }
  | { markers: Wanted[] }
  | { cut: Selection; left?: Wanted; parts?: number; removed?: [number, number][] }
  | { mayChange: Selection; fields: string[] | 'all' }
  | { notUnderstood: string }
  | { anyOf: Expectation[][] };

/** Facts of one media source of a project. Times in seconds, sizes in pixels. */
export interface SourceFacts {
  kind?: 'video' | 'audio' | 'image';
  name?: string;
  duration?: number;
  width?: number;
  height?: number;
  hasAudio?: boolean;
  speech?: [number, number][];
  silences?: [number, number][];
}

/** Commands that build a project, and facts of its media sources. */
export interface CaseProject {
  media?: Record<string, SourceFacts>;
  commands: { op: string; [field: string]: unknown }[];
}

/** Test case of the planner: a message, the project that it is about, and the expected result. */
export interface FileCase {
  project: CaseProject;
  message: string;
  expect: 'refuse' | Expectation[];
}

const KINDS = ['clip', 'clips', 'gone', 'new', 'project', 'order', 'length', 'markers', 'cut', 'mayChange'];
const KNOWN = [...KINDS, 'notUnderstood', 'anyOf'];

/**
 * Reads a file of test cases: a list of them, or `{ "projects": { name: project }, "cases": [...] }`. Throws with the
 * number of the first invalid case.
 */
export function readCaseFile(path: string): FileCase[] {
  const content: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const { projects = {}, cases } = Array.isArray(content) ? { cases: content } : (content as CaseFileContent);
  if (!Array.isArray(cases)) throw new Error(`${path} has no cases. Write a list, or an object with "cases".`);
  return cases.map((given, index) => readCase(given, projects, `case ${index + 1} of ${path}`));
}

interface CaseFileContent {
  projects?: Record<string, CaseProject | CaseProject['commands']>;
  cases?: GivenCase[];
}

interface GivenCase {
  project: string | CaseProject | CaseProject['commands'];
  message: string;
  expect: 'refuse' | Expectation[];
}

function readCase(given: GivenCase, projects: NonNullable<CaseFileContent['projects']>, where: string): FileCase {
  const project = typeof given.project === 'string' ? projects[given.project] : given.project;
  if (project === undefined) throw new Error(`${where}: there is no project ${JSON.stringify(given.project)}.`);
  if (typeof given.message !== 'string') throw new Error(`${where}: message must be a text.`);
  if (given.expect !== 'refuse') checkExpectations(given.expect, where);
  const built = Array.isArray(project) ? { commands: project } : project;
  return { project: built, message: given.message, expect: given.expect };
}

function checkExpectations(expect: Expectation[], where: string): void {
  if (!Array.isArray(expect)) throw new Error(`${where}: expect must be a list or "refuse".`);
  for (const one of expect) {
    const kind = KNOWN.find((name) => name in one);
    if (kind === undefined) throw new Error(`${where}: ${JSON.stringify(one)} has none of ${KNOWN.join(', ')}.`);
    if ('anyOf' in one) for (const list of one.anyOf) checkExpectations(list, where);
  }
}
