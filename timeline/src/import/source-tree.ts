import { isRecord } from '../document/json.ts';
import { shortened, storableText } from '../document/storable-text.ts';
import { refuse } from '../errors/framemill-error.ts';

/** One thing of an imported file that the project does not have, or has in another form. */
export interface ImportRow {
  /** Path in the file, such as `timeline.tracks[0].clips[2].effect`. */
  path: string;
  /** The value in the file, shortened. */
  what: string;
  why: string;
  /** What the project has instead, or how to get it. `null`: nothing. */
  substitute: string | null;
}

/** Number of values of an imported file, by what became of them. */
export interface ImportCoverage {
  leaves: number;
  /** Values that the project contains, also in another form. */
  used: number;
  /** Values that the project does not contain. The report names them. */
  reported: number;
  /** Values without an effect in the file itself, such as the font of an empty text. */
  idle: number;
}

/** Maximum depth of an imported file, in nested objects and lists. */
const DEEPEST = 100;

type State = 'used' | 'reported' | 'idle';

/**
 * Records which values of an imported file were read and which were reported, so that nothing is lost without a row.
 * A value is a leaf of the tree: a text, number or boolean. `null`, empty objects and empty lists hold nothing and are
 * not counted.
 */
export class SourceTree {
  readonly #root: unknown;
  readonly #states = new Map<string, State>();
  readonly #rows: ImportRow[] = [];
  readonly #noted = new Set<string>();
  /** Returns the value of a text that contains placeholders. Set by formats that have them. */
  fill: (text: string) => unknown = (text) => text;

  /** Throws `invalid_request` for a file with more than 100 nested levels. */
  constructor(root: unknown) {
    requireDepth(root, 0);
    this.#root = root;
  }

  get root(): SourceNode {
    return new SourceNode(this, this.#root, '');
  }

  /**
   * Returns the file as ordinary objects and lists, for readers that take any JSON. Each value counts as used when it
   * is read.
   */
  view(): unknown {
    return this.#proxy(this.#root, '');
  }

  /** Adds a row about a value, once for each path and reason. The value must be marked separately. */
  note(path: string, value: unknown, why: string, substitute: string | null = null): void {
    const key = `${path}\n${why}`;
    if (this.#noted.has(key)) return;
    this.#noted.add(key);
    this.#rows.push({ path: path || '(file)', what: shown(value), why, substitute });
  }

  /** Marks a value, or everything below an object or a list, unless it is marked already. */
  mark(path: string, state: State): void {
    if (this.#states.get(path) !== 'used') this.#states.set(path, state);
  }

  /**
   * Returns all rows. A value that was neither used nor reported gets a row of its own; an object or list of which
   * nothing was used or reported gets a single row.
   */
  finish(): { rows: ImportRow[]; coverage: ImportCoverage } {
    const coverage: ImportCoverage = { leaves: 0, used: 0, reported: 0, idle: 0 };
    const forgotten: ImportRow[] = [];
    this.#walk(this.#root, '', undefined, coverage, forgotten);
    return { rows: [...this.#rows, ...forgotten], coverage };
  }

  /** Counts the leaves of `value`. Returns whether a leaf was used or reported. */
  #walk(
    value: unknown,
    path: string,
    outer: State | undefined,
    coverage: ImportCoverage,
    forgotten: ImportRow[],
  ): boolean {
    const state = outer ?? this.#states.get(path);
    if (typeof value !== 'object' || value === null) {
      if (value === null || value === undefined) return false;
      coverage.leaves += 1;
      if (state === undefined) {
        coverage.reported += 1;
        forgotten.push(forgottenRow(path, value));
        return false;
      }
      coverage[state] += 1;
      return true;
    }
    const before = forgotten.length;
    let isKnown = false;
    for (const [key, inner] of Object.entries(value)) {
      if (this.#walk(inner, pathOf(path, key, Array.isArray(value)), state, coverage, forgotten)) isKnown = true;
    }
    if (!isKnown && forgotten.length > before) {
      forgotten.splice(before, forgotten.length - before, forgottenRow(path, value));
    }
    return isKnown;
  }

  #proxy(value: unknown, path: string): unknown {
    if (typeof value !== 'object' || value === null) return value;
    return new Proxy(value, {
      get: (target, key, receiver) => {
        const inner: unknown = Reflect.get(target, key, receiver);
        if (typeof key !== 'string' || !Object.hasOwn(target, key) || (Array.isArray(target) && key === 'length')) {
          return inner;
        }
        const at = pathOf(path, key, Array.isArray(target));
        if (typeof inner !== 'object') this.mark(at, 'used');
        return this.#proxy(inner, at);
      },
    });
  }
}

/** A value of an imported file with its path. Reading its text, number or truth marks it as used. */
export class SourceNode {
  readonly tree: SourceTree;
  /** The value as it is in the file; reading it here marks nothing. */
  readonly raw: unknown;
  readonly path: string;

  constructor(tree: SourceTree, raw: unknown, path: string) {
    this.tree = tree;
    this.raw = raw;
    this.path = path;
  }

  /** Returns the field of an object; `null` when it is absent or null. */
  get(key: string): SourceNode | null {
    if (!isRecord(this.raw) || !Object.hasOwn(this.raw, key)) return null;
    const inner = this.raw[key];
    return inner === null || inner === undefined
      ? null
      : new SourceNode(this.tree, inner, pathOf(this.path, key, false));
  }

  /** Returns the entries of a list; empty when this is no list. */
  items(): SourceNode[] {
    if (!Array.isArray(this.raw)) return [];
    return this.raw.map((item: unknown, index) => new SourceNode(this.tree, item, `${this.path}[${index}]`));
  }

  get isList(): boolean {
    return Array.isArray(this.raw);
  }

  /** Returns the value with its placeholders filled in, without marking it. */
  get filled(): unknown {
    return typeof this.raw === 'string' && this.raw.includes('{{') ? this.tree.fill(this.raw) : this.raw;
  }

  /** Returns a text; numbers and booleans are written out. `null` for objects and lists, which stay unmarked. */
  text(): string | null {
    const value = this.filled;
    if (typeof value === 'object' || value === undefined) return null;
    this.use();
    return String(value);
  }

  /** Returns a finite number, also one that is written as a text. `null` otherwise, and the value stays unmarked. */
  number(): number | null {
    const value = this.filled;
    if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return null;
    const number = Number(value);
    if (!Number.isFinite(number)) return null;
    this.use();
    return number;
  }

  /** Returns a boolean, also one that is written as a text. `null` otherwise, and the value stays unmarked. */
  truth(): boolean | null {
    const value = this.filled;
    const truth = value === true || value === 'true' ? true : value === false || value === 'false' ? false : null;
    if (truth !== null) this.use();
    return truth;
  }

  /** Marks this value and everything below it as used. */
  use(): void {
    this.tree.mark(this.path, 'used');
  }

  /** Marks this value and everything below it as without an effect in the file. */
  idle(): void {
    this.tree.mark(this.path, 'idle');
  }

  /** Reports that this value and everything below it is not carried over. */
  lose(why: string, substitute: string | null = null): void {
    this.tree.mark(this.path, 'reported');
    this.tree.note(this.path, this.raw, why, substitute);
  }

  /** Reports that this value is carried over in another form. Values below an object or list are marked separately. */
  note(why: string, substitute: string | null = null): void {
    if (typeof this.raw !== 'object') this.use();
    this.tree.note(this.path, this.raw, why, substitute);
  }
}

/** Parses the JSON of an imported file. Throws `invalid_request` with the line of the error. */
export function parseSource(text: string): unknown {
  // A byte order mark is no JSON, but some programs write one.
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  try {
    return JSON.parse(json);
  } catch (error) {
    const detail = error instanceof Error ? error.message.slice(0, 200) : '';
    throw refuse(`The file is not valid JSON: ${detail}. Export it again, or correct it here.`);
  }
}

function requireDepth(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth >= DEEPEST) {
    throw refuse(`The file has more than ${DEEPEST} nested levels. Import a file with fewer levels.`);
  }
  for (const inner of Object.values(value)) requireDepth(inner, depth + 1);
}

function pathOf(path: string, key: string, isIndex: boolean): string {
  if (isIndex) return `${path}[${key}]`;
  return path === '' ? key : `${path}.${key}`;
}

function forgottenRow(path: string, value: unknown): ImportRow {
  return {
    path: path || '(file)',
    what: shown(value),
    why: 'The importer does not know this field.',
    substitute: null,
  };
}

/** Maximum length of a value in a row. */
const MOST_SHOWN = 80;

function shown(value: unknown): string {
  const json = typeof value === 'string' ? value : describe(value);
  const line = storableText(json).replace(/\s+/g, ' ');
  return line.length > MOST_SHOWN ? `${shortened(line, MOST_SHOWN - 3)}...` : line;
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (isRecord(value)) return `an object with ${Object.keys(value).slice(0, 6).join(', ') || 'no fields'}`;
  return String(value);
}
