import type { CommandNeed } from '../command/define-command.ts';
import { COMMANDS } from './index.ts';

/** Returns the ops whose definitions list `need`. */
export function opsNeeding(need: CommandNeed): ReadonlySet<string> {
  return new Set(COMMANDS.filter(({ needs }) => needs.includes(need)).map(({ op }) => op));
}
