import { readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Sentence of the API contract with the tests that verify it. A test is `<file>: <title>`, with the file relative to
 * `api/`.
 */
export type Proof = readonly [sentence: string, ...tests: string[]];

/** Chapter of the conformance page: a title, and sentences of the contract with their tests. */
export interface Chapter {
  title: string;
  proofs: readonly Proof[];
}

const apiFolder = path.join(import.meta.dirname, '../..');

/** Path of the conformance page. */
export const conformancePath = path.join(apiFolder, 'CONFORMANCE.md');

/** Builds the conformance page: one line for each sentence of the contract, with its tests. */
export function conformancePage(chapters: readonly Chapter[]): string {
  const count = chapters.reduce((sum, { proofs }) => sum + proofs.length, 0);
  const lines = [
    '# Conformance',
    '',
    `${count} sentences of the contract, each with the tests that prove it. Written by \`npm run conformance\` from`,
    '`test/conformance/`; a test fails when it is not current or names a test that does not exist.',
    '',
  ];
  for (const { title, proofs } of chapters) {
    lines.push(`## ${title}`, '', '| the contract says | proven by |', '|---|---|');
    for (const [sentence, ...tests] of proofs)
      lines.push(`| ${cell(sentence)} | ${tests.map(testCell).join('<br>')} |`);
    lines.push('');
  }
  return `${lines.join('\n').trimEnd()}\n`;
}

/**
 * Returns the tests that the chapters name and that do not exist: the file is missing, or has no test of that title.
 */
export async function missingTests(chapters: readonly Chapter[]): Promise<string[]> {
  const named = new Set(chapters.flatMap(({ proofs }) => proofs.flatMap(([, ...tests]) => tests)));
  const missing: string[] = [];
  for (const name of named) {
    const { file, title } = parseTest(name);
    const text = await readFile(path.join(apiFolder, file), 'utf8').catch(() => '');
    // A title stands in quotes of one kind or another, as the formatter chose them.
    const quoted = [`'${title}'`, `"${title}"`, `\`${title}\``];
    if (!quoted.some((literal) => text.includes(literal))) missing.push(name);
  }
  return missing;
}

function parseTest(name: string): { file: string; title: string } {
  const at = name.indexOf(': ');
  return { file: name.slice(0, at), title: name.slice(at + 2) };
}

function testCell(name: string): string {
  const { file, title } = parseTest(name);
  return `[${path.basename(file)}](${file}): ${cell(title)}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
