import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { adminTable } from '../admin/commands/index.ts';
import { clientSource, consoleSource } from './client-source.ts';

const folder = path.join(import.meta.dirname, 'generated');
await mkdir(folder, { recursive: true });
await writeFile(path.join(folder, 'schema.ts'), await clientSource());
await writeFile(path.join(folder, 'console.ts'), await consoleSource());
await writeFile(path.join(folder, 'admin-commands.json'), adminTable());
