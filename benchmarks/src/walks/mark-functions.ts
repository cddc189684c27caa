import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseAst } from 'vitest/node';

/** Function of a source file. */
export interface SourceFunction {
  /** Path relative to the checkout. */
  readonly file: string;
  /** Line of its first character, from 1. */
  readonly line: number;
  readonly isAsync: boolean;
}

/**
 * Writes copies of source files to `<folder>/<path of the file>`, in which every function first calls the global
 * function `markCall(<index>)`. The index is the function's position in the returned list.
 */
export function markFunctions(root: string, files: readonly string[], folder: string): SourceFunction[] {
  const functions: SourceFunction[] = [];
  for (const file of files) {
    const source = readFileSync(join(root, file), 'utf8');
    const insertions: { at: number; text: string }[] = [];
    for (const { start, isAsync, body } of functionsIn(parseAst(source, { lang: 'ts' }, file))) {
      const call = `markCall(${functions.length})`;
      if (body.type === 'BlockStatement') insertions.push({ at: body.start + 1, text: `${call};` });
      // The body of an arrow function without braces. Its parentheses, if any, are not part of the node.
      else insertions.push({ at: body.start, text: `(${call},` }, { at: body.end, text: ')' });
      functions.push({ file, line: source.slice(0, start).split('\n').length, isAsync });
    }
    const copy = join(folder, file);
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, inserted(source, insertions));
  }
  return functions;
}

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

interface FunctionNode {
  readonly start: number;
  readonly isAsync: boolean;
  readonly body: SyntaxNode;
}

const functionTypes = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];

/** Finds the functions with a body in a syntax tree, outer ones before inner ones. */
function functionsIn(tree: unknown): FunctionNode[] {
  if (Array.isArray(tree)) return tree.flatMap(functionsIn);
  if (!isNode(tree)) return [];
  const body: unknown = Reflect.get(tree, 'body');
  const isFunction = functionTypes.includes(tree.type) && isNode(body);
  const own = isFunction ? [{ start: tree.start, isAsync: Reflect.get(tree, 'async') === true, body }] : [];
  return [...own, ...Object.values(tree).flatMap(functionsIn)];
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value;
}

/** Inserts texts at positions of a source. Texts at the same position keep their order. */
function inserted(source: string, insertions: readonly { at: number; text: string }[]): string {
  let result = '';
  let done = 0;
  for (const { at, text } of insertions.toSorted((a, b) => a.at - b.at)) {
    result += source.slice(done, at) + text;
    done = at;
  }
  return result + source.slice(done);
}
