import type { Catalogue } from '../command/command.ts';
import { VOCABULARY } from '../vocabulary/index.ts';
import { COMMANDS } from './index.ts';

/**
 * Response of `GET /v1/schema/commands`: every operation with the JSON schemas of its parameters and of its return
 * values.
 */
export interface CommandSchema {
  description: string;
  enums: Record<string, string[]>;
  commands: Record<string, { description: string; params: object; returns: object }>;
}

const DESCRIPTION =
  'Commands change a project. Each is an object with op and the parameters below; they apply in order and each ' +
  'succeeds or fails alone. Times are seconds, positions pixels of the canvas from its centre (y downwards), ' +
  'keyframe times relative to the start of their clip. trackIndex is the id of a track. Ids of new clips are in ' +
  'data.clipId of the result.';

/**
 * Builds the command schema for a service that can draw what `catalogue` lists. The lists `drawable...` contain only
 * those names.
 */
export function commandSchema(catalogue: Catalogue): CommandSchema {
  const enums: Record<string, string[]> = {};
  for (const [name, values] of Object.entries(VOCABULARY)) enums[name] = [...values];
  enums.fontFamily = [...new Set(catalogue.fonts.map(({ family }) => family))];
  enums.drawableTransition = [...catalogue.transitions];
  enums.drawableEffect = Object.keys(catalogue.effects);
  enums.drawableShape = [...catalogue.shapes];
  const commands: CommandSchema['commands'] = {};
  for (const { op, description, params, returns } of COMMANDS) commands[op] = { description, params, returns };
  return { description: DESCRIPTION, enums, commands };
}
