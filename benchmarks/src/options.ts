import { parseArgs } from 'node:util';
import { FramemillError } from '@framemill/timeline';
import { scenes } from './scenes/index.ts';

/** What to measure. */
export interface BenchOptions {
  /** Names of scenes and of `services`. */
  readonly only: readonly string[];
  readonly seconds: readonly number[];
  readonly runs: number;
  /** Length of the polling load, seconds. */
  readonly loadSeconds: number;
  /** Length of the steady load, minutes. */
  readonly soakMinutes: number;
  readonly name: string;
}

/** The parts beside the scenes. */
export const services = [
  'api-poll',
  'api-commands',
  'api-soak',
  'tenancy',
  'edit',
  'preview',
  'timeline',
  'scaling',
  'simulator',
  'throughput',
] as const;

export const help = `Measures Framemill beside ffmpeg on this machine.

Usage: npm run bench -- [options]

  --only <a,b>         of ${[...scenes.map((scene) => scene.name), ...services].join(', ')} (default: all)
  --seconds <60,10>    lengths of the scenes (default: 60,10; multiples of 10); in 4K always 10
  --runs <n>           rounds; the figures are their medians (default: 3)
  --load-seconds <n>   how long to poll and to send commands, at most 12 (default: 12)
  --soak-minutes <n>   length of the steady load of api-soak, at least 3 (default: 10)
  --name <name>        results/<name>.json, .md and .png, of scaling <name>-scaling.png (default: latest)
  -h, --help           this text

Needs ffmpeg and ffprobe, and for api-poll, api-commands and api-soak taskset; melt (MLT) takes part at 10 s when it is installed. Media are made once, in benchmarks/media.
Nothing else should run meanwhile: T takes all cores.
`;

/** Reads the command line; null when help was asked for. Throws FramemillError `invalid_request`. */
export function parseBenchOptions(args: readonly string[]): BenchOptions | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      seconds: { type: 'string', default: '60,10' },
      runs: { type: 'string', default: '3' },
      'load-seconds': { type: 'string', default: '12' },
      'soak-minutes': { type: 'string', default: '10' },
      name: { type: 'string', default: 'latest' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return null;
  const known = [...scenes.map((scene) => scene.name), ...services];
  const only = values.only?.split(',') ?? known;
  const unknown = only.find((name) => !known.some((candidate) => candidate === name));
  if (unknown !== undefined) throw usage(`--only knows ${known.join(', ')} (got "${unknown}").`);
  if (!/^[a-z0-9-]{1,40}$/.test(values.name)) throw usage(`--name must be of a-z, 0-9 and - (got "${values.name}").`);
  return {
    only,
    seconds: values.seconds.split(',').map((text) => whole('--seconds', text, 10, 600, 10)),
    runs: whole('--runs', values.runs, 1, 99, 1),
    loadSeconds: whole('--load-seconds', values['load-seconds'], 1, 12, 1),
    soakMinutes: whole('--soak-minutes', values['soak-minutes'], 3, 600, 1),
    name: values.name,
  };
}

function whole(option: string, text: string, least: number, most: number, step: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= least && value <= most && value % step === 0) return value;
  throw usage(
    `${option} must be a whole number from ${least} to ${most}${step > 1 ? `, a multiple of ${step}` : ''} (got "${text}").`,
  );
}

function usage(message: string): FramemillError {
  return new FramemillError('invalid_request', `${message} See --help.`);
}
