/**
 * Command of `framemill` and the program that runs it; null when `framemill` itself does. `before` are arguments placed
 * before the caller's. `runs` means that the command runs until it is stopped.
 * @typedef {import('./command-line.mjs').Command & {
 *   readonly program: string | null;
 *   readonly before?: readonly string[];
 *   readonly runs?: true;
 * }} Launched
 */

const pool = /** @type {const} */ ({
  name: 'pool',
  value: '<name>',
  choices: ['cpu', 'gpu', 'auto'],
  about: 'cpu, gpu, or what the machine has (default: NODE_POOL, cpu)',
});
const slots = /** @type {const} */ ({
  name: 'slots',
  value: '<n>',
  about: 'number of segments rendered concurrently, 1-256 (default: SLOTS)',
});

/**
 * Commands that run or administer a service. `commands.mjs` in the package `cli` adds the commands for projects.
 * @satisfies {Readonly<Record<string, Launched>>}
 */
export const serviceCommands = /** @type {const} */ ({
  start: {
    about: 'start the whole service on this machine, and render the sample',
    usage: 'start',
    example: 'framemill start --open',
    program: 'infra/bootstrap/start.ts',
    options: [
      { name: 'once', about: 'end when the sample is rendered' },
      { name: 'no-sample', about: 'render nothing; say when the API answers' },
      { name: 'open', about: 'open the Studio in a browser' },
    ],
    notes:
      'Without DATABASE_URL and REDIS_URL it runs its own PostgreSQL and Redis under DATA_DIR (.data).\n' +
      'PORT (8787) is the API, METRICS_PORT (9464) the metrics, SLOTS (2) the number of segments rendered\n' +
      'concurrently; docs/configuration.md lists them all.',
    runs: true,
  },
  node: {
    about: 'join the farm of a service with this machine',
    usage: 'node',
    example: 'REDIS_URL=redis://10.0.0.5 S3_BUCKET=films framemill node --slots 8',
    program: 'farm/src/main.ts',
    options: [
      pool,
      slots,
      { name: 'doctor', about: 'check this machine and join nothing, as the command doctor does' },
    ],
    notes:
      'Needs REDIS_URL and the object store of the farm (S3_BUCKET, S3_ENDPOINT, ..., or DATA_DIR on a shared\n' +
      'disk). On the machine of a running "npm start" both are found by themselves.\n' +
      'SIGTERM or Ctrl-C leaves within 10 s and hands running work back; a second one leaves at once.\n' +
      'SIGUSR2 drains: running work is finished first.',
    runs: true,
  },
  doctor: {
    about: 'check whether this machine can be a node, and measure its speed',
    usage: 'doctor',
    example: 'framemill doctor',
    program: 'farm/src/main.ts',
    before: ['--doctor'],
    options: [pool, slots],
    notes:
      'Looks at codecs, the graphics card, Chromium, memory, slots, speed, the object store and Redis.\n' +
      'Ends with 1 when the machine could not join.',
  },
  admin: {
    about: 'accounts, keys, plans, media and nodes of a service',
    usage: 'admin <noun> <verb>',
    example: 'framemill admin account create --email a@example.org --plan self-hosted',
    program: 'api/src/admin/main.ts',
    options: [],
    notes: 'All nouns and verbs: framemill admin --help',
  },
  backup: {
    about: 'copy a service to a file or folder: the database, then the objects',
    usage: 'backup <file or folder>',
    example: 'framemill backup /backups/monday.tar.gz',
    program: 'infra/bootstrap/backup.ts',
    before: ['backup'],
    options: [],
    notes:
      'With DATABASE_URL the file is a dump of the database, made while the service runs; copy the objects after it\n' +
      '(infra/deploy/backup.md has the commands). Without it the file is DATA_DIR as an archive, made while nothing\n' +
      'runs: tables, objects, passwords and keys.',
  },
  restore: {
    about: 'restore a backup into an empty database or an empty folder',
    usage: 'restore <file or folder>',
    example: 'framemill restore /backups/monday.tar.gz',
    program: 'infra/bootstrap/backup.ts',
    before: ['restore'],
    options: [],
  },
});
