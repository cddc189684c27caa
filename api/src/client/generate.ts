// Writes the typed client into `generated/`, which is not committed: the set-up runs this when it is out of date.
// With the argument `contract` (`npm run contract`), writes api/openapi.txt instead, which is committed.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { clientFiles } from './client-source.ts';
import { contractText } from './contract.ts';

if (process.argv[2] === 'contract') {
  await writeFile(path.join(import.meta.dirname, '../../openapi.txt'), await contractText());
} else {
  const folder = path.join(import.meta.dirname, 'generated');
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(await clientFiles())) await writeFile(path.join(folder, name), text);
}
