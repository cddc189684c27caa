import { readArguments, UsageError, wholeNumber } from '@framemill/infra/command-line';
import { serviceCommands } from '@framemill/infra/service-commands';

/** Command-line arguments of a node. For a null argument the value from the configuration is used. */
export interface NodeArguments {
  slots: number | null;
  pool: 'cpu' | 'gpu' | 'auto' | null;
  /** Whether to check that this machine can be a node, instead of joining the farm. */
  doctor: boolean;
  json: boolean;
}

/** Parses the command line. Throws `UsageError` that names the argument and its allowed values. */
export function parseNodeArguments(argv: readonly string[]): NodeArguments {
  const { values } = readArguments(serviceCommands.node, argv);
  const { doctor = false, json = false, pool = null, slots } = values;
  if (json && !doctor) throw new UsageError('--json can be used only with --doctor.');
  return { doctor, json, pool, slots: slots === undefined ? null : wholeNumber('slots', slots, 1, 256) };
}
