import path from 'node:path';
import { FramemillError } from '@framemill/timeline/errors';
import { type Static, Value } from '@framemill/timeline/typebox';
import { listOf } from './list-entries.ts';
import { type VariableName, variables } from './variables.ts';

type Environment = Record<string, string | undefined>;
type Values = { [K in VariableName]: Static<(typeof variables)[K]['schema']> | (typeof variables)[K]['fallback'] };

/** Where objects are kept: in a folder of this machine, or in an S3-compatible service. */
export type ObjectStoreConfig =
  | { kind: 'folder'; root: string }
  | {
      kind: 's3';
      bucket: string;
      endpoint: string | null;
      region: string;
      /** null: the AWS default chain. */
      credentials: { accessKeyId: string; secretAccessKey: string } | null;
    };

/** What every process reads at its start. URLs that are null mean "none given": `npm start` fills them with embedded services. */
export interface Config {
  http: { host: string; port: number; apiHost: string; authUrl: string; trustedProxies: string[] };
  metrics: { host: string; port: number };
  /** Absolute. */
  dataDir: string;
  /** Absolute; null: the built-in plans. */
  plansFile: string | null;
  /** Where people object to a restriction; null: nowhere that the operator has named. */
  appealUrl: string | null;
  /** Where the figures of the metrics are; null: not told. */
  grafanaUrl: string | null;
  database: { url: string | null; poolSize: number };
  /** Threads of an API process for calls on large projects; null: by its processors. */
  threads: { short: number | null; long: number | null };
  redis: { url: string | null };
  objects: ObjectStoreConfig;
  log: { level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent' };
  node: {
    id: string | null;
    pool: 'cpu' | 'gpu' | 'auto';
    /** null: one per core. */
    slots: number | null;
    childMemoryBytes: number;
    childStuckMs: number;
    mediaCacheBytes: number;
    scratchDir: string | null;
    /** Whether a browser is looked for, to draw html clips. */
    htmlClips: boolean;
  };
  /** Where imports and webhooks may go. */
  outbound: { ports: number[] | 'any'; privateHosts: string[] };
  /** Base address of the Bot API of Telegram, without a slash at its end. */
  telegramApi: string;
  /** Keys of the secrets in the database, in base64: the first one encrypts, each of them decrypts. */
  secretsKeys: string[];
  shutdownTimeoutMs: number;
}

/**
 * Reads the configuration from environment variables; empty ones count as absent.
 * Throws `invalid_request` that lists every bad variable with its value and what it must be.
 */
export function loadConfig(env: Environment): Config {
  const values = parseVariables(env);
  const dataDir = path.resolve(values.DATA_DIR);
  const apiHost = trimSlash(values.API_HOST ?? `http://localhost:${values.PORT}`);
  return {
    http: {
      host: values.HOST,
      port: values.PORT,
      apiHost,
      authUrl: trimSlash(values.AUTH_URL ?? apiHost),
      trustedProxies: listOf(values.TRUST_PROXY),
    },
    metrics: { host: values.HOST, port: values.METRICS_PORT },
    dataDir,
    plansFile: values.PLANS_FILE === null ? null : path.resolve(values.PLANS_FILE),
    appealUrl: values.APPEAL_URL,
    grafanaUrl: values.GRAFANA_URL,
    database: { url: values.DATABASE_URL, poolSize: values.DATABASE_POOL },
    threads: { short: values.API_SHORT_THREADS, long: values.API_LONG_THREADS },
    redis: { url: values.REDIS_URL },
    objects: objectStoreConfig(values, dataDir),
    log: { level: values.LOG_LEVEL },
    node: {
      id: values.NODE_ID,
      pool: values.NODE_POOL,
      slots: values.SLOTS,
      childMemoryBytes: values.CHILD_MEMORY_MB * 1024 * 1024,
      childStuckMs: values.CHILD_STUCK_SEC * 1_000,
      mediaCacheBytes: values.MEDIA_CACHE_MB * 1024 * 1024,
      scratchDir: values.SCRATCH_DIR === null ? null : path.resolve(values.SCRATCH_DIR),
      htmlClips: values.HTML_CLIPS === 'auto',
    },
    outbound: {
      ports: values.OUTBOUND_PORTS === 'any' ? 'any' : listOf(values.OUTBOUND_PORTS).map(Number),
      privateHosts: listOf(values.OUTBOUND_PRIVATE_HOSTS),
    },
    telegramApi: trimSlash(values.TELEGRAM_API),
    secretsKeys: listOf(values.SECRETS_KEY),
    shutdownTimeoutMs: values.SHUTDOWN_TIMEOUT_MS,
  };
}

/** The database's URL, or an error that says how to get one. */
export function requireDatabaseUrl(config: Config): string {
  return required(config.database.url, 'DATABASE_URL');
}

/** The Redis URL, or an error that says how to get one. */
export function requireRedisUrl(config: Config): string {
  return required(config.redis.url, 'REDIS_URL');
}

function required(url: string | null, name: string): string {
  if (url !== null) return url;
  throw new FramemillError(
    'not_configured',
    `${name} is not set. Set it, or use "npm start", which runs its own services.`,
  );
}

function objectStoreConfig(values: Values, dataDir: string): ObjectStoreConfig {
  if (values.S3_BUCKET === null) {
    refuseBucketless(values);
    return { kind: 'folder', root: path.join(dataDir, 'objects') };
  }
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if ((accessKeyId === null) !== (secretAccessKey === null)) {
    throw new FramemillError(
      'invalid_request',
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: set both or none.',
    );
  }
  return {
    kind: 's3',
    bucket: values.S3_BUCKET,
    endpoint: values.S3_ENDPOINT,
    region: values.S3_REGION,
    credentials: accessKeyId !== null && secretAccessKey !== null ? { accessKeyId, secretAccessKey } : null,
  };
}

// Without its bucket the S3 that somebody meant would silently be a folder. S3_REGION alone says nothing.
function refuseBucketless(values: Values): void {
  const given = (['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const).filter(
    (name) => values[name] !== null,
  );
  if (given.length === 0) return;
  throw new FramemillError(
    'invalid_request',
    `${given.join(', ')} without S3_BUCKET: set S3_BUCKET, too, or leave them all out to keep objects in a folder under DATA_DIR.`,
  );
}

function parseVariables(env: Environment): Values {
  const problems: string[] = [];
  const parsed: Record<string, unknown> = {};
  for (const [name, { schema, mustBe, fallback }] of Object.entries(variables)) {
    const given = env[name]?.trim();
    if (given === undefined || given === '') {
      parsed[name] = fallback;
      continue;
    }
    // Convert alone would cut "1.5" to 1.
    const value = /^\d+$/.test(given) ? Value.Convert(schema, given) : given;
    if (Value.Check(schema, value)) parsed[name] = value;
    else problems.push(`${name} must be ${mustBe} (got "${shown(name, given)}")`);
  }
  if (problems.length > 0) {
    throw new FramemillError('invalid_request', `The configuration is wrong: ${problems.join('; ')}.`, { problems });
  }
  // Each value was checked against its own schema above; the mapped type cannot follow a loop.
  return parsed as Values;
}

function shown(name: string, value: string): string {
  // Errors end up in logs, and a password may stand anywhere before an @, also where a mistyped URL has no scheme.
  return /SECRET/.test(name) ? '***' : value.replace(/^([a-z]+:\/\/)?.*@/s, '$1***@');
}

function trimSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
