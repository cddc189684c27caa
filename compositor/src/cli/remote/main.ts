// `framemill submit`, `framemill batch`, `framemill destinations`: what a service does, asked for from here.
import { remoteCommand } from './remote-command.ts';

process.exitCode = await remoteCommand(process.argv.slice(2));
