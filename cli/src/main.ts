// Runs a command on projects: `node cli/src/main.ts render project.json -o out.mp4`.
import { enableCompileCache } from 'node:module';
import { pathToFileURL } from 'node:url';
import { browserEnvironment, forkRenderChild } from '@framemill/compositor/fork';
import { compileCache, programFile } from '@framemill/compositor/program';

// Enabled before anything else is loaded: compilation takes most of the time until the first process starts.
enableCompileCache(compileCache);
const [command, ...rest] = process.argv.slice(2);
// Every render needs a process, which starts while the command is loaded. Fewer arguments ask for help.
const isRender = (command === 'render' || command === 'frame') && rest.length > 1;
const firstProcess = isRender ? forkRenderChild({ env: browserEnvironment(process.env) }) : undefined;
// The render reports the end of the process.
firstProcess?.on('error', () => undefined);
const bundled = programFile('command');
const { runCommand }: typeof import('./run-command.ts') =
  bundled === null ? await import('./run-command.ts') : await import(pathToFileURL(bundled).href);
process.exitCode = await runCommand(process.argv.slice(2), firstProcess);
firstProcess?.kill('SIGKILL');
