import { parseArgs } from 'node:util';

export interface StartOptions {
  /** Whether to exit after the sample is rendered. */
  once: boolean;
  /** Whether to render the sample. */
  sample: boolean;
  /** Whether to open the Studio in this machine's browser. */
  open: boolean;
  /** Whether to print addresses and results as JSON; other messages then go to standard error. */
  json: boolean;
  help: boolean;
}

export const help = `npm start [-- options]

Starts Framemill: sets up what is missing, runs its services, renders the sample project and stays up.

  --once        exit after the sample is rendered (0 when it was)
  --no-sample   render nothing; print "ready <address>" when the API answers
  --open        open the Studio in a browser when the service is up
  --json        print addresses and keys as JSON when the service is up, and the film when it is rendered
  --help        this text

Without DATABASE_URL and REDIS_URL it runs its own PostgreSQL and Redis under DATA_DIR (.data).
PORT (8787) is the API, METRICS_PORT (9464) the metrics, SLOTS (2) how much it renders side by side; docs/configuration.md lists them all.
`;

/** Parses the command line. Throws for an unknown option, and for --once together with --no-sample. */
export function parseStartOptions(args: string[]): StartOptions {
  const values = parse(args);
  if (values.once && values['no-sample'])
    throw new Error('--once and --no-sample cannot be combined. Use only one of them.');
  return { once: values.once, sample: !values['no-sample'], open: values.open, json: values.json, help: values.help };
}

function parse(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        once: { type: 'boolean', default: false },
        'no-sample': { type: 'boolean', default: false },
        open: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    return values;
  } catch (error) {
    // Only the first sentence states the problem; the others address programmers.
    const [what = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
    throw new Error(`${what.replace(/\.?$/, '.')} See: npm start -- --help`);
  }
}
