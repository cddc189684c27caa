// Runs a command on projects: `node cli/src/main.ts render project.json -o out.mp4`.
import { enableCompileCache } from 'node:module';
import { pathToFileURL } from 'node:url';
import { compileCache, programFile } from '@framemill/compositor/program';

// Enabled before anything else is loaded: compilation takes most of the time until the first process starts.
enableCompileCache(compileCache);
const bundled = programFile('command');
const { runCommand }: typeof import('./run-command.ts') =
  bundled === null ? await import('./run-command.ts') : await import(pathToFileURL(bundled).href);
process.exitCode = await runCommand(process.argv.slice(2));
