import { type TSchema, Type } from '@framemill/timeline/typebox';
import { parseServers } from '../db/servers.ts';
import { isRedisUrl } from '../redis-address.ts';
import { isHostEntry, isPortEntry, isProxyEntry, listOf } from './list-entries.ts';

// `mustBe` completes the sentence "NAME must be ...".
const wholeNumber = (minimum: number, maximum = 1_000_000_000) => ({
  schema: Type.Integer({ minimum, maximum }),
  mustBe: `a whole number from ${minimum} to ${maximum}`,
});
const url = (...schemes: string[]) => ({
  schema: Type.Refine(Type.String({ pattern: `^(${schemes.join('|')})://.+` }), (value) => URL.canParse(value)),
  mustBe: `a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
});
const databaseUrl = {
  schema: Type.Refine(Type.String(), (value) => parseServers(value) !== null),
  mustBe: 'a URL that starts with postgres:// or postgresql://',
};
const redisUrl = {
  schema: Type.Refine(Type.String(), isRedisUrl),
  mustBe: 'a URL that starts with redis://, rediss://, redis+sentinel:// or rediss+sentinel://',
};
const publicUrl = {
  schema: Type.Refine(url('http', 'https').schema, (value) => {
    const parsed = URL.parse(value);
    // Paths are appended to the URL, and it is shown to all users.
    return parsed !== null && parsed.href === `${parsed.origin}${parsed.pathname}`;
  }),
  mustBe: 'a URL that starts with http:// or https://, without user, query and fragment',
};
const oneOf = <Schema extends TSchema>(schema: Schema, mustBe: string) => ({ schema, mustBe });
const text = { schema: Type.String({ minLength: 1 }), mustBe: 'a text' };
const appeal = {
  schema: Type.Refine(Type.String({ pattern: '^(https?://|mailto:).+' }), (value) => URL.canParse(value)),
  mustBe: 'a URL that starts with http://, https:// or mailto:',
};
const port = wholeNumber(0, 65_535);
const days = wholeNumber(1, 36_500);
const list = (isEntry: (entry: string) => boolean, mustBe: string) => ({
  schema: Type.Refine(Type.String(), (value) => listOf(value).every(isEntry)),
  mustBe: `${mustBe}, with commas between`,
});

/**
 * All environment variables, with the schema, default (null for none) and meaning of each. The table in
 * docs/configuration.md is generated from this object.
 */
export const variables = {
  HOST: { ...text, fallback: '127.0.0.1', meaning: 'Address on which the servers listen; 0.0.0.0: all addresses' },
  PORT: { ...port, fallback: 8787, meaning: 'Port of the API; 0: any free one' },
  METRICS_PORT: {
    ...port,
    fallback: 9464,
    meaning:
      'Port of /metrics, /healthz and /readyz. `npm start` serves the metrics of all its processes there: scrape ' +
      'this port alone',
  },
  API_HOST: {
    ...publicUrl,
    fallback: null,
    meaning:
      'Public URL of the API; http://localhost:PORT when absent. Sessions can be used only by pages of this host ' +
      'and of AUTH_URL',
  },
  AUTH_URL: {
    ...publicUrl,
    fallback: null,
    meaning: 'Public URL of the OAuth pages; API_HOST when absent',
  },
  TRUST_PROXY: {
    ...list(isProxyEntry, 'addresses, ranges such as 10.0.0.0/8, loopback, linklocal or uniquelocal'),
    fallback: null,
    meaning:
      'Addresses and address ranges of trusted reverse proxies, separated by commas. The service takes the address ' +
      'of the caller from their X-Forwarded-For header; also loopback, linklocal, uniquelocal',
  },
  DATA_DIR: { ...text, fallback: '.data', meaning: 'Folder with all data of the embedded services' },
  PLANS_FILE: {
    ...text,
    fallback: null,
    meaning:
      'JSON file with the plans of this installation, as `npm run admin -- plan list --json` prints them; the ' +
      'built-in plans when absent',
  },
  KEEP_SEGMENTS_DAYS: {
    ...days,
    fallback: 30,
    meaning: 'Days after their last use for which segments and audio mixes are kept, so that renders can reuse them',
  },
  KEEP_RENDER_DETAILS_DAYS: {
    ...days,
    fallback: 30,
    meaning:
      'Days after the end of a render or batch for which its document, segment list, tasks and report are kept. The ' +
      'render and its files stay as long as `exportsKeptDays` of the plan says',
  },
  KEEP_FRAMES_DAYS: {
    ...days,
    fallback: 30,
    meaning: 'Days for which single frames are kept whose URL was given to a client',
  },
  KEEP_EVENTS_DAYS: {
    ...days,
    fallback: 7,
    meaning: 'Days for which events are kept after they were passed on; other events are kept four times as long',
  },
  APPEAL_URL: {
    ...appeal,
    fallback: null,
    meaning:
      'Page (https://...) or address (mailto:...) to which the owner of a suspended account can appeal; when ' +
      'absent, a page of the service that names no address',
  },
  GRAFANA_URL: {
    ...url('http', 'https'),
    fallback: null,
    meaning:
      'URL of the Grafana that shows the metrics; the Studio has a link to it for operators; no link when absent',
  },
  DATABASE_URL: {
    ...databaseUrl,
    fallback: null,
    meaning:
      'PostgreSQL >= 15; `npm start` runs its own when absent. Of several hosts (postgres://a:5432,b:5432/db), the ' +
      'first that accepts writes is used. target_session_attrs may be read-write, primary or any',
  },
  DATABASE_DIRECT_URL: {
    ...databaseUrl,
    fallback: null,
    meaning:
      'Address of PostgreSQL itself for the lock of the scheduler and for migrations; necessary when DATABASE_URL ' +
      'leads to PgBouncer with pool_mode = transaction. DATABASE_URL when absent',
  },
  DATABASE_POOL: { ...wholeNumber(1), fallback: 10, meaning: 'Maximum number of PostgreSQL connections per process' },
  API_SHORT_THREADS: {
    ...wholeNumber(1),
    fallback: null,
    meaning: 'Threads of an API process for short expensive calls (up to 0.3 s); one per eight processors when absent',
  },
  API_LONG_THREADS: {
    ...wholeNumber(1),
    fallback: null,
    meaning: 'Threads of an API process for long expensive calls; the number of processors minus one when absent',
  },
  REDIS_URL: {
    ...redisUrl,
    fallback: null,
    meaning:
      'Redis >= 6.2 with noeviction; `npm start` runs its own when absent. rediss:// uses TLS. Sentinels: ' +
      'redis+sentinel://user:password@s1:26379,s2:26379/<name of the primary>/<database number>',
  },
  S3_BUCKET: { ...text, fallback: null, meaning: 'Bucket for objects; a folder under DATA_DIR when absent' },
  S3_ENDPOINT: {
    ...url('http', 'https'),
    fallback: null,
    meaning: 'Endpoint of an S3-compatible service; AWS when absent',
  },
  S3_REGION: { ...text, fallback: 'us-east-1', meaning: 'Region of the bucket' },
  S3_ACCESS_KEY_ID: { ...text, fallback: null, meaning: 'Access key; the AWS default chain when absent' },
  S3_SECRET_ACCESS_KEY: { ...text, fallback: null, meaning: 'Secret of the access key' },
  SECRETS_KEY: {
    ...list((entry) => /^[A-Za-z0-9+/_-]{43}=?$/.test(entry), 'keys of 32 bytes in base64'),
    fallback: null,
    meaning:
      'Key that encrypts the secrets of webhooks, plugins, bots and OAuth in the database: 32 random bytes in ' +
      'base64 (`openssl rand -base64 32`). Older keys that are still needed for decryption follow it, separated by ' +
      'commas. When absent, these secrets are stored unencrypted; `npm start` with its own PostgreSQL creates a key ' +
      'and stores it in DATA_DIR/secrets.key',
  },
  LOG_LEVEL: {
    ...oneOf(
      Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
      'fatal, error, warn, info, debug, trace or silent',
    ),
    fallback: 'info',
    meaning: 'fatal, error, warn, info, debug, trace or silent',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    ...publicUrl,
    fallback: null,
    meaning:
      'Receiver of traces by OTLP over HTTP (http://collector:4318), such as an OpenTelemetry Collector, Jaeger or ' +
      'Tempo; nothing is traced when absent. See docs/tracing.md',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    ...text,
    fallback: null,
    meaning: 'Headers for the receiver of traces: name=value, with commas between',
  },
  NODE_ID: {
    schema: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }),
    mustBe: '1 to 64 letters, digits, _ or -',
    fallback: null,
    meaning: 'Name of a farm node, unique among the live nodes; derived from host and process when absent',
  },
  NODE_POOL: {
    ...oneOf(Type.Enum(['cpu', 'gpu', 'auto']), 'cpu, gpu or auto'),
    fallback: 'cpu',
    meaning:
      'Pool that a farm node joins: cpu, gpu (a graphics card draws), or auto: cpu, and also gpu if the machine has ' +
      'a graphics card',
  },
  GPU_MEMORY_MB: {
    ...wholeNumber(1, 1_000_000),
    // The render process has its own default, as does one that is started from the command line.
    fallback: null,
    meaning:
      "Maximum of a graphics card's memory that one render process (one for each slot) takes; a render whose frames " +
      'need more is drawn by processors',
  },
  GPU_SOFTWARE: {
    ...oneOf(Type.Enum(['allow', 'off']), 'allow or off'),
    fallback: 'off',
    meaning:
      'allow: a software GPU that computes on the processor (SwiftShader) may serve the pool gpu; for tests only',
  },
  HARDWARE_ENCODERS: {
    ...oneOf(Type.Enum(['auto', 'off']), 'auto or off'),
    fallback: 'off',
    meaning:
      'auto: nodes of the pool gpu encode MP4 by an encoder of the card (NVENC, QSV, VAAPI) that works and is ' +
      'calibrated to be as good as x264; renders with such an encoder belong to another engine',
  },
  HTML_CLIPS: {
    ...oneOf(Type.Enum(['auto', 'off']), 'auto or off'),
    fallback: 'auto',
    meaning: 'auto: a farm node that finds Chromium or Chrome draws html clips; off: it never starts a browser',
  },
  CHROMIUM_PATH: {
    ...text,
    fallback: null,
    meaning: 'Browser of html clips; when absent the first headless shell on PATH, else the first Chromium or Chrome',
  },
  HTML_SANDBOX: {
    ...oneOf(Type.Enum(['own', 'outer']), 'own or outer'),
    fallback: 'own',
    meaning:
      "own: the browser's own sandbox; outer: no sandbox; only for a machine that is itself a sandbox and contains " +
      'nothing of value',
  },
  ALLOW_NONFREE: {
    ...oneOf(Type.Enum(['0', '1']), '0 or 1'),
    fallback: '0',
    meaning:
      '1: encoders whose licence is not compatible with the GPL (libfdk_aac) may be opened; no format of Framemill ' +
      'needs one',
  },
  SLOTS: {
    ...wholeNumber(0, 256),
    fallback: null,
    meaning:
      'Segments that a farm node renders concurrently; one per core when absent. `npm start` uses 2, and runs no ' +
      'node with 0',
  },
  CHILD_MEMORY_MB: {
    ...wholeNumber(128),
    fallback: 1536,
    meaning: 'Resident memory of one render child, in MB; a child that uses more is killed',
  },
  CHILD_STUCK_SEC: {
    // Eleven days: a tenth of it must fit into a timer.
    ...wholeNumber(10, 1_000_000),
    fallback: 600,
    meaning:
      'Maximum time without progress of a render child, in seconds; then the child is killed. Ranges, mixes and ' +
      'probes have less: ten times their expected time, at least 15 s, more on a busy machine',
  },
  MEDIA_CACHE_MB: {
    ...wholeNumber(1),
    fallback: 10_240,
    meaning: 'Maximum size of the media that a farm node caches on its disk, in MB',
  },
  SCRATCH_DIR: {
    ...text,
    fallback: null,
    meaning: 'Folder for work in progress of a farm node; DATA_DIR/farm/scratch when absent',
  },
  OUTBOUND_PORTS: {
    schema: Type.Refine(
      Type.String(),
      (value) => value === 'any' || value.split(',').every((entry) => isPortEntry(entry.trim())),
    ),
    mustBe: 'port numbers from 1 to 65535 with commas between, or "any"',
    fallback: '80,443',
    meaning:
      'Ports that imports, webhooks and deliveries may use: numbers separated by commas, or any. Deliveries by SFTP ' +
      'may use 22 as well',
  },
  OUTBOUND_PRIVATE_HOSTS: {
    ...list(isHostEntry, 'host names, addresses and ranges such as 10.0.0.0/8'),
    fallback: null,
    meaning:
      'Hosts, addresses and ranges (10.0.0.0/8) separated by commas, to which imports, webhooks and deliveries may ' +
      'connect although they are not public',
  },
  TELEGRAM_API: {
    ...publicUrl,
    fallback: 'https://api.telegram.org',
    meaning: 'Address of the Bot API that the bots of apps use; your own Bot API server may have a private address',
  },
  SHUTDOWN_TIMEOUT_MS: {
    ...wholeNumber(1),
    fallback: 10_000,
    meaning: 'Time limit for the orderly stop of a process, in milliseconds',
  },
} as const;

/** Name of an environment variable that the processes read. */
export type VariableName = keyof typeof variables;

/**
 * Environment variables for glibc's memory allocator in a server process. They limit it to two arenas (memory pools)
 * and map large blocks separately, so that the memory of large requests returns to the system once it is freed. By
 * default the arena of each thread retains that memory. Other allocators ignore the variables.
 */
export const allocatorEnvironment: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
};
