import type { CommandNeed } from '../command/define-command.ts';
import { COMMANDS } from './index.ts';

/** Ops whose definitions say that they need `need`. */
export function opsNeeding(need: CommandNeed): ReadonlySet<string> {
  return new Set(COMMANDS.filter(({ needs }) => needs.includes(need)).map(({ op }) => op));
}
