// Entry point of `framemill submit`, `framemill batch` and `framemill destinations`, which use a service.
import { type Answer, printAnswer } from './print-answer.ts';
import { parseRemote, remoteHelp } from './remote-options.ts';

process.exitCode = await remoteCommand(process.argv.slice(2));

/** Runs the command line of the service commands. Returns the exit code like `printAnswer`. */
function remoteCommand(args: readonly string[]): Promise<number> {
  return printAnswer(args, async (screen, signal): Promise<Answer> => {
    const options = parseRemote(args);
    // Each command is imported lazily.
    switch (options.ask) {
      case 'help':
        return { text: remoteHelp, result: { usage: remoteHelp }, fault: null };
      case 'submit':
        return (await import('./service/submit-render.ts')).submitRender(options, screen, signal);
      case 'batch':
        return (await import('./service/submit-batch.ts')).submitBatch(options, screen, signal);
      case 'destinations':
        return (await import('./service/destinations.ts')).askDestinations(options, signal);
    }
  });
}
