// `npm run render -- project.json -o out.mp4`
import { enableCompileCache } from 'node:module';
import { compileCache } from '../child/compile-cache.ts';

// Before everything else is loaded: compiling it is most of the time until the first process starts.
enableCompileCache(compileCache);
const { renderCommand } = await import('./render-command.ts');
process.exitCode = await renderCommand(process.argv.slice(2));
