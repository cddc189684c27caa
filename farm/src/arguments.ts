import { parseArgs } from 'node:util';
import { FramemillError } from '@framemill/timeline/errors';

/** Command-line arguments of a node; null: the configuration decides. */
export interface NodeArguments {
  help: boolean;
  slots: number | null;
  pool: 'cpu' | 'gpu' | 'auto' | null;
  /** Whether to check that this machine can be a node, instead of joining the farm. */
  doctor: boolean;
  json: boolean;
}

/** Text that `npm run node -- --help` prints. */
export const usage = `Joins this machine to a farm: renders frames, mixes audio, joins files.

  npm run node -- [--pool cpu|gpu|auto] [--slots N]
  npm run node -- --doctor [--json]

  --pool POOL  cpu, gpu, or auto: cpu, and gpu where there is a graphics card (default: NODE_POOL, cpu)
  --slots N    segments rendered side by side, 1-256 (default: SLOTS; one for each core is a good number)
  --doctor     look at codecs, the graphics card, Chromium, memory, slots, speed, object store and Redis, and join nothing;
               ends with 1 when the node could not join
  --json       print what the doctor found as JSON
  --help       this text

Needs REDIS_URL and the object store of the farm (S3_BUCKET, S3_ENDPOINT, ..., or DATA_DIR on a shared disk).
On the machine of a running "npm start" both are found by themselves.
SIGTERM or Ctrl-C leaves within 10 s and hands running work back; a second one leaves at once.
SIGUSR2 drains: running work is finished first.
`;

/** Parses the command line. Throws `invalid_request` that names the argument and its allowed values. */
export function parseNodeArguments(argv: readonly string[]): NodeArguments {
  const { values } = parse(argv);
  if (values.json && !values.doctor) {
    throw new FramemillError('invalid_request', '--json can be used only with --doctor. See --help.');
  }
  const { help, doctor, json } = values;
  return {
    help,
    doctor,
    json,
    pool: poolName(values.pool),
    slots: values.slots === undefined ? null : slotCount(values.slots),
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        pool: { type: 'string' },
        slots: { type: 'string' },
        doctor: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false, short: 'h' },
      },
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new FramemillError('invalid_request', `${reason.replace(/\.?$/, '.')} See --help.`, {}, { cause });
  }
}

function poolName(text: string | undefined): NodeArguments['pool'] {
  if (text === undefined) return null;
  const pool = (['cpu', 'gpu', 'auto'] as const).find((name) => name === text);
  if (pool) return pool;
  throw new FramemillError('invalid_request', `--pool must be cpu, gpu or auto (got "${text}").`);
}

function slotCount(text: string): number {
  const slots = Number(text);
  if (Number.isInteger(slots) && slots >= 1 && slots <= 256) return slots;
  throw new FramemillError('invalid_request', `--slots must be a whole number from 1 to 256 (got "${text}").`);
}
