import { readFile } from 'node:fs/promises';

const file = new URL('../../../docs/runbook.md', import.meta.url);

/**
 * Returns the paragraph of each alert in docs/runbook.md, by the name of the alert. `code` is marked by backticks.
 * Empty in an installation without the file.
 */
export async function readRunbook(): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const sections = text.matchAll(/^### (\w+)\n\n((?:[^\n#].*\n?)+)/gm);
  return new Map([...sections].map(([, alert = '', lines = '']) => [alert, lines.trim().replaceAll('\n', ' ')]));
}
