// `npm run render -- project.json -o out.mp4`
import { enableCompileCache } from 'node:module';
import { pathToFileURL } from 'node:url';
import { compileCache, programFile } from '../engine/program-file.ts';

// Enabled before anything else is loaded: compilation takes most of the time until the first process starts.
enableCompileCache(compileCache);
const bundled = programFile('command');
const { renderCommand }: typeof import('./render-command.ts') =
  bundled === null ? await import('./render-command.ts') : await import(pathToFileURL(bundled).href);
process.exitCode = await renderCommand(process.argv.slice(2));
