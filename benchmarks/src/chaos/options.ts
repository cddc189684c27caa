import { parseArgs } from 'node:util';
import { chosenNames, resultsName, wholeNumber } from '../command-line.ts';
import { scenarios } from './scenarios/index.ts';
import { type ReplicaKind, replicaKinds } from './scenarios/scenario.ts';

/** Options of a chaos run, which kills and disturbs the processes of a farm. */
export interface ChaosOptions {
  /** Number of nodes killed during the run. In the scenario `signals`, also counts killed render processes. */
  readonly kills: number;
  /** Number of renders in the scenario with the faulty object store. */
  readonly renders: number;
  /** Number of failovers of Redis in the scenario `redis-failovers`. */
  readonly failovers: number;
  /** Number of promotions of a PostgreSQL replica in the scenario `promotions`, for each kind of replica. */
  readonly promotions: number;
  /** Kinds of replica of which the scenario `promotions` promotes one. */
  readonly replicas: readonly ReplicaKind[];
  /** Time that nodes stay frozen and services stay stopped, in seconds. */
  readonly awaySec: number;
  readonly seed: number;
  readonly only: readonly string[];
  /** Name of the results: `<out>/<name>.json` and `.md`. */
  readonly name: string;
  readonly out: string | null;
  /** Whether exceeded time limits are only reported, not counted as failures, because the machine may be busy. */
  readonly tolerant: boolean;
}

/** Output of `npm run test:chaos -- --help`. */
export const help = `Breaks a whole farm on purpose and shows that no render is lost: each promise with its measured
figure.

Usage: npm run test:chaos -- [options]

  --kills <n>       nodes killed over the run, in "signals" any process of the farm (default: 20; 200 takes about
                    half an hour)
  --renders <n>     renders against the faulty object store (default: 12)
  --failovers <n>   failovers of Redis to its replica (default: 2)
  --promotions <n>  promotions of each kind of PostgreSQL replica (default: 2)
  --replica <a,b>   kinds of replica that are promoted: ${replicaKinds.join(', ')} (default: both)
  --away <n>        seconds that frozen nodes and absent services stay away (default: 30)
  --seed <n>        which nodes, and when (default: 7)
  --except <a,b>    scenarios that are not run (default: none)
  --only <a,b>      of ${scenarios.map(({ name }) => name).join(', ')} (default: all)
  --name <name>     name of the results (default: chaos)
  --out <folder>    where they go (default: benchmarks/results)
  --tolerant        for busy machines: shares of times that are missed are shown, and neither passed nor failed
  -h, --help        this text

Starts its own PostgreSQL, Redis, S3 service, API, schedulers and nodes on loopback; needs redis-server.
The last line is "N passed, N failed": rows of the table and checks of the audits. Ends with 1 when one failed.
`;

/** Parses the command line; returns null when help was requested. Throws FramemillError `invalid_request`. */
export function parseChaosOptions(args: readonly string[]): ChaosOptions | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      kills: { type: 'string', default: '20' },
      renders: { type: 'string', default: '12' },
      failovers: { type: 'string', default: '2' },
      promotions: { type: 'string', default: '2' },
      replica: { type: 'string' },
      away: { type: 'string', default: '30' },
      seed: { type: 'string', default: '7' },
      only: { type: 'string' },
      except: { type: 'string' },
      name: { type: 'string', default: 'chaos' },
      out: { type: 'string' },
      tolerant: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return null;
  const names = scenarios.map(({ name }) => name);
  const except = values.except === undefined ? [] : chosenNames(values.except, names, '--except');
  return {
    kills: wholeNumber('--kills', values.kills, 1, 10_000),
    renders: wholeNumber('--renders', values.renders, 1, 10_000),
    failovers: wholeNumber('--failovers', values.failovers, 1, 1_000),
    promotions: wholeNumber('--promotions', values.promotions, 1, 1_000),
    replicas: chosenNames(values.replica, replicaKinds, '--replica'),
    awaySec: wholeNumber('--away', values.away, 10, 40),
    seed: wholeNumber('--seed', values.seed, 0, 2 ** 31),
    only: chosenNames(values.only, names).filter((name) => !except.includes(name)),
    name: resultsName(values.name),
    out: values.out ?? null,
    tolerant: values.tolerant,
  };
}
