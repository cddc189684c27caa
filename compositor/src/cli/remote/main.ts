// Entry point of `framemill submit`, `framemill batch` and `framemill destinations`, which use a service.
import { remoteCommand } from './remote-command.ts';

process.exitCode = await remoteCommand(process.argv.slice(2));
