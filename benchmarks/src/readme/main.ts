// `node benchmarks/src/readme/main.ts` writes the README's generated parts anew.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { configurationTable, figuresPart, replacePart } from './generated-parts.ts';

const root = resolve(import.meta.dirname, '../../..');
const file = join(root, 'README.md');
const page = replacePart(readFileSync(file, 'utf8'), 'configuration', configurationTable());
writeFileSync(file, replacePart(page, 'figures', figuresPart(root)));
