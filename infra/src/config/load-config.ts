import path from 'node:path';
import { FramemillError } from '@framemill/timeline/errors';
import { type Static, Value } from '@framemill/timeline/typebox';
import { listOf } from './list-entries.ts';
import { type VariableName, variables } from './variables.ts';

type Environment = Record<string, string | undefined>;
type Values = { [K in VariableName]: Static<(typeof variables)[K]['schema']> | (typeof variables)[K]['fallback'] };

/** Location of the object store: a folder of this machine, or an S3-compatible service. */
export type ObjectStoreConfig =
  | { kind: 'folder'; root: string }
  | {
      kind: 's3';
      bucket: string;
      endpoint: string | null;
      region: string;
      /** Credentials of the service; null to use the default credential chain of AWS. */
      credentials: { accessKeyId: string; secretAccessKey: string } | null;
    };

/**
 * Configuration that every process reads at its start. A database or Redis URL is null when it was not set; `npm start`
 * then starts an embedded service and uses its URL.
 */
export interface Config {
  http: { host: string; port: number; apiHost: string; authUrl: string; trustedProxies: string[] };
  metrics: { host: string; port: number };
  /** Absolute path of the data folder. */
  dataDir: string;
  /** Absolute path of the file with the plans; null to use the built-in plans. */
  plansFile: string | null;
  /** Days for which data is kept that no setting of an account covers: see `Ages` of the scheduler. */
  keptDays: { segments: number; renderDetails: number; frames: number; events: number };
  /** URL at which users can appeal against a restriction; null when not set. */
  appealUrl: string | null;
  /** URL of the Grafana dashboards for the metrics; null when not set. */
  grafanaUrl: string | null;
  /** `directUrl`: URL of PostgreSQL itself when `url` leads to a pooler; null to use `url`. */
  database: { url: string | null; directUrl: string | null; poolSize: number };
  /**
   * Numbers of worker threads of an API process for requests on large projects; null to derive them from the CPU cores.
   */
  threads: { short: number | null; long: number | null };
  redis: { url: string | null };
  objects: ObjectStoreConfig;
  log: {
    level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
    /** Whether log lines have the id of their trace. */
    traced: boolean;
  };
  /** Receiver of traces by OTLP over HTTP, without a trailing slash; null: nothing is traced. */
  tracing: { endpoint: string | null };
  node: {
    id: string | null;
    pool: 'cpu' | 'gpu' | 'auto';
    /** Number of segments that a node renders at a time (slots); null for one per core. */
    slots: number | null;
    childMemoryBytes: number;
    childStuckMs: number;
    mediaCacheBytes: number;
    scratchDir: string | null;
    /** Whether to look for a browser, which is needed to render html clips. */
    htmlClips: boolean;
  };
  /** Allowed targets of imports and webhooks. */
  outbound: { ports: number[] | 'any'; privateHosts: string[] };
  /** Base URL of Telegram's Bot API, without a trailing slash. */
  telegramApi: string;
  /** Keys for the secrets in the database, in base64. The first key encrypts; all of the keys are tried to decrypt. */
  secretsKeys: string[];
  shutdownTimeoutMs: number;
}

/**
 * Reads the configuration from environment variables; empty ones count as absent. Throws an `invalid_request` error
 * that lists every invalid variable with its value and its allowed values.
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
    keptDays: {
      segments: values.KEEP_SEGMENTS_DAYS,
      renderDetails: values.KEEP_RENDER_DETAILS_DAYS,
      frames: values.KEEP_FRAMES_DAYS,
      events: values.KEEP_EVENTS_DAYS,
    },
    appealUrl: values.APPEAL_URL,
    grafanaUrl: values.GRAFANA_URL,
    database: { url: values.DATABASE_URL, directUrl: values.DATABASE_DIRECT_URL, poolSize: values.DATABASE_POOL },
    threads: { short: values.API_SHORT_THREADS, long: values.API_LONG_THREADS },
    redis: { url: values.REDIS_URL },
    objects: objectStoreConfig(values, dataDir),
    log: { level: values.LOG_LEVEL, traced: values.OTEL_EXPORTER_OTLP_ENDPOINT !== null },
    tracing: {
      endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT === null ? null : trimSlash(values.OTEL_EXPORTER_OTLP_ENDPOINT),
    },
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

/** Returns the database URL. Throws `not_configured`, with advice on how to get one, when it is not set. */
export function requireDatabaseUrl(config: Config): string {
  return required(config.database.url, 'DATABASE_URL');
}

/** Returns the database URL for locks and migrations, which need a session of their own. Throws `not_configured`. */
export function requireDirectDatabaseUrl(config: Config): string {
  return config.database.directUrl ?? requireDatabaseUrl(config);
}

/** Returns the Redis URL. Throws `not_configured`, with advice on how to get one, when it is not set. */
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
      'Only one of S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY is set. Set both or neither.',
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

// Without the bucket, an intended S3 store would silently become a folder. S3_REGION alone does not show that intent.
function refuseBucketless(values: Values): void {
  const given = (['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const).filter(
    (name) => values[name] !== null,
  );
  if (given.length === 0) return;
  throw new FramemillError(
    'invalid_request',
    `S3_BUCKET is missing, but ${given.join(' and ')} ${given.length === 1 ? 'is' : 'are'} set. Set S3_BUCKET, ` +
      'or unset the others to store objects under DATA_DIR.',
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
    // Value.Convert alone would truncate "1.5" to 1.
    const value = /^\d+$/.test(given) ? Value.Convert(schema, given) : given;
    if (Value.Check(schema, value)) parsed[name] = value;
    else problems.push(`${name} must be ${mustBe} (got "${shown(name, given)}")`);
  }
  if (problems.length > 0) {
    throw new FramemillError('invalid_request', `The configuration is wrong: ${problems.join('; ')}.`, { problems });
  }
  // Each value was checked against its own schema above; the type checker cannot follow a loop over a mapped type.
  return parsed as Values;
}

function shown(name: string, value: string): string {
  // Errors are logged, and a password may occur anywhere before an @, also where a mistyped URL has no scheme.
  return /SECRET/.test(name) ? '***' : value.replace(/^([a-z]+:\/\/)?.*@/s, '$1***@');
}

function trimSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

/**
 * Returns the result of `read`, which reads the configuration. When the configuration is invalid, prints the reason to
 * stderr and ends the process with exit code 1.
 */
export function configOrExit<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FramemillError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
