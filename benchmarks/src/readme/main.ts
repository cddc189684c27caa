// `node benchmarks/src/readme/main.ts` regenerates the generated parts of README.md, docs/configuration.md and
// docs/cli.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cliPart, configurationTable, figuresPart, replacePart } from './generated-parts.ts';

const root = resolve(import.meta.dirname, '../../..');
write('docs/configuration.md', 'configuration', configurationTable());
write('docs/cli.md', 'commands', cliPart(root));
write('README.md', 'figures', figuresPart(root));

function write(path: string, part: string, text: string): void {
  const file = join(root, path);
  writeFileSync(file, replacePart(readFileSync(file, 'utf8'), part, text));
}
