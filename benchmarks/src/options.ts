import { parseArgs } from 'node:util';
import { type Quality, qualities } from '@framemill/compositor/formats';
import { chosenNames, resultsName, usage, wholeNumber } from './command-line.ts';
import { type Plant, plants } from './crowding/plant.ts';
import { scenes } from './scenes/index.ts';
import { type ScaleOptions, scaleParts } from './suites/scale.ts';

/** Options of a benchmark run. */
export interface BenchOptions {
  /** Names of scenes and of `services` to measure. */
  readonly only: readonly string[];
  readonly seconds: readonly number[];
  readonly runs: number;
  /** Duration of the polling benchmark, in seconds. */
  readonly loadSeconds: number;
  /** Duration of the memory benchmark under constant load, in minutes. */
  readonly soakMinutes: number;
  /** Duration of the search for ways in which one account can affect another, in seconds. */
  readonly crowdSeconds: number;
  /** Number of renders in the benchmark that compares quoted with actual render times. */
  readonly quotedRenders: number;
  /** Number of items in the batch. */
  readonly batchItems: number;
  /** Quality of the batch's videos. */
  readonly batchQuality: Quality;
  /** History, open renders and parts of the benchmark of a large service. */
  readonly scale: ScaleOptions;
  /** Seed of the isolation search; null uses a new one each time. */
  readonly seed: number | null;
  /** Name of a fault added to the API on purpose, which the isolation search must find; null for no fault. */
  readonly plant: Plant | null;
  /** Only attacks whose name contains this text are run; null runs all attacks. */
  readonly attacks: string | null;
  readonly name: string;
}

/** Benchmarks other than the scenes. */
export const services = [
  'api-poll',
  'api-commands',
  'api-soak',
  'tenancy',
  'isolation',
  'edit',
  'short-films',
  'bytes',
  'preview',
  'timeline',
  'scaling',
  'simulator',
  'scale',
  'throughput',
  'quotes',
  'batch',
  'gpu',
  'studio',
  'browser-engine',
] as const;

/** Benchmarks that run only when `--only` names them, because they install other programs. */
const onDemand = ['peers'] as const;

/** Output of `npm run bench -- --help`. */
export const help = `Measures Framemill beside ffmpeg on this machine.

Usage: npm run bench -- [options]

  --only <a,b>         of ${[...scenes.map((scene) => scene.name), ...services].join(', ')} (default: all);
                       or peers: scene S5 beside Remotion and HyperFrames, which npm then installs under
                       benchmarks/media
  --seconds <60,10>    lengths of the scenes (default: 60,10; multiples of 10); in 4K always 10.
                       2: the short form, which shows that everything runs, and measures little
  --runs <n>           rounds; the figures are their medians (default: 3)
  --load-seconds <n>   how long to poll and to send commands, at most 12 (default: 12)
  --soak-minutes <n>   length of the steady load of api-soak, at least 3 (default: 10)
  --crowd-seconds <n>  length of the search of isolation, at least 20 (default: 600)
  --seed <n>           of that search (default: another one each time; it is printed)
  --plant <fault>      ${plants.join(' or ')}: mounts a route with a fault, which that search must find
  --attacks <text>     only attacks with this text in their names
  --renders <n>        ended renders in the database of scale (default: 20000; 2000000 need 15 GB of disk)
  --open-renders <a,b> numbers of open renders with which scale measures one leader (default: 0,10000)
  --scale-parts <a,b>  of ${scaleParts.join(', ')} (default: all)
  --quoted-renders <n> renders of quotes (default: 30)
  --batch-items <n>    films of the batch, 100 is the short form (default: 1000). SIGTERM ends it early with what
                       was done
  --batch-quality <q>  of its films: draft, standard or high (default: standard)
  --name <name>        results/<name>.json, .md and .png, of scaling <name>-scaling.png, of studio <name>-studio.png
                       and <name>-editor.png (default: latest)
  -h, --help           this text

Needs ffmpeg and ffprobe, and for api-poll, api-commands and api-soak taskset; for studio a Chromium; melt (MLT) takes
part at 10 s when it is installed. Media are made once, in benchmarks/media.
Nothing else should run meanwhile: T takes all cores.
`;

/** Parses the command line; returns null when help was requested. Throws FramemillError `invalid_request`. */
export function parseBenchOptions(args: readonly string[]): BenchOptions | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      seconds: { type: 'string', default: '60,10' },
      runs: { type: 'string', default: '3' },
      'load-seconds': { type: 'string', default: '12' },
      'soak-minutes': { type: 'string', default: '10' },
      'crowd-seconds': { type: 'string', default: '600' },
      seed: { type: 'string' },
      plant: { type: 'string' },
      attacks: { type: 'string' },
      renders: { type: 'string', default: '20000' },
      'open-renders': { type: 'string', default: '0,10000' },
      'scale-parts': { type: 'string', default: scaleParts.join(',') },
      'batch-items': { type: 'string', default: '1000' },
      'batch-quality': { type: 'string', default: 'standard' },
      'quoted-renders': { type: 'string', default: '30' },
      name: { type: 'string', default: 'latest' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return null;
  const parts = [...scenes.map((scene) => scene.name), ...services];
  return {
    only: chosenNames(values.only ?? parts.join(','), [...parts, ...onDemand]),
    seconds: values.seconds.split(',').map(sceneSeconds),
    runs: wholeNumber('--runs', values.runs, 1, 99),
    loadSeconds: wholeNumber('--load-seconds', values['load-seconds'], 1, 12),
    soakMinutes: wholeNumber('--soak-minutes', values['soak-minutes'], 3, 600),
    crowdSeconds: wholeNumber('--crowd-seconds', values['crowd-seconds'], 20, 36_000),
    seed: values.seed === undefined ? null : wholeNumber('--seed', values.seed, 0, 2 ** 31),
    plant: values.plant === undefined ? null : plantOf(values.plant),
    attacks: values.attacks ?? null,
    scale: {
      renders: wholeNumber('--renders', values.renders, 10_000, 10_000_000),
      openRenders: values['open-renders'].split(',').map((text) => wholeNumber('--open-renders', text, 0, 200_000)),
      parts: values['scale-parts'].split(',').map(scalePartOf),
    },
    batchItems: wholeNumber('--batch-items', values['batch-items'], 5, 10_000),
    batchQuality: qualityOf(values['batch-quality']),
    quotedRenders: wholeNumber('--quoted-renders', values['quoted-renders'], 3, 300),
    name: resultsName(values.name),
  };
}

function qualityOf(text: string): Quality {
  const quality = qualities.find((one) => one === text);
  if (quality !== undefined) return quality;
  throw usage(`--batch-quality must be draft, standard or high (got "${text}").`);
}

function scalePartOf(text: string): ScaleOptions['parts'][number] {
  const part = scaleParts.find((one) => one === text);
  if (part !== undefined) return part;
  throw usage(`--scale-parts accepts ${scaleParts.join(', ')} (got "${text}").`);
}

function plantOf(text: string): Plant {
  const plant = plants.find((one) => one === text);
  if (plant !== undefined) return plant;
  throw usage(`--plant must be ${plants.join(' or ')} (got "${text}").`);
}

/** Duration in seconds that means the shortest version of a scene. */
const shortForm = 2;

function sceneSeconds(text: string): number {
  return text === String(shortForm) ? shortForm : wholeNumber('--seconds', text, 10, 600, 10);
}
