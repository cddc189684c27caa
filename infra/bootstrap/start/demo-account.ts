import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

export interface Demo {
  baseUrl: string;
  apiHost: string;
  authUrl: string;
  metricsUrl: string;
  email: string;
  password: string;
  liveKey: string;
  testKey: string;
}

export interface DemoOptions {
  root: string;
  dataDir: string;
  urls: Pick<Demo, 'baseUrl' | 'apiHost' | 'authUrl' | 'metricsUrl'>;
  /**
   * URL at which this machine reaches the API directly. The public URL may lead through proxies that are not running
   * yet.
   */
  localHost: string;
  /** Environment with DATABASE_URL and REDIS_URL. */
  env: NodeJS.ProcessEnv;
  /** Whether the account gets administrator rights. True when only this machine uses the database. */
  isAdmin: boolean;
  /** Signal that aborts the work. The call then soon rejects, with any error. */
  signal: AbortSignal;
}

type Credentials = Pick<Demo, 'email' | 'password' | 'liveKey' | 'testKey'>;

/**
 * Creates a demo account with a live and a test API key, and stores the keys in `DATA_DIR/demo.json`, readable by its
 * owner only. Reuses a stored account, unless the API no longer accepts its live key because the database is another
 * one.
 */
export async function ensureDemoAccount(options: DemoOptions): Promise<Demo> {
  const file = path.join(options.dataDir, 'demo.json');
  const known = await readDemo(file);
  const credentials = known !== null && (await opens(options, known.liveKey)) ? known : await create(options);
  const { email, password, liveKey, testKey } = credentials;
  const demo = { ...options.urls, email, password, liveKey, testKey };
  await writeFile(`${file}.part`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.part`, file);
  return demo;
}

async function readDemo(file: string): Promise<Credentials | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return null;
  const { email, password, liveKey, testKey }: Partial<Credentials> = JSON.parse(text);
  return email && password && liveKey && testKey ? { email, password, liveKey, testKey } : null;
}

async function opens({ localHost: host, signal }: DemoOptions, key: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${host}/v1/me`, { headers, signal }).catch((cause) => {
    throw new Error(`The API does not respond at ${host} (${cause.cause ?? cause}). See api.log.`, { cause });
  });
  await response.body?.cancel();
  return response.ok;
}

async function create(options: DemoOptions): Promise<Credentials> {
  const password = randomBytes(12).toString('base64url');
  // A database used before may contain an older demo account whose password is lost.
  const email = `demo-${randomBytes(4).toString('hex')}@framemill.local`;
  const words = ['account', 'create', '--plan', 'self-hosted', '--name', 'Demo', '--keys', 'live,test'];
  if (options.isAdmin) words.push('--role', 'admin');
  // Every user of the machine can read the arguments of a process, but not its environment.
  const env = { ...options.env, DEMO_PASSWORD: password };
  const account = await admin({ ...options, env }, [...words, '--email', email, '--password-from', 'DEMO_PASSWORD']);
  return { email, password, liveKey: field(account, 'liveKey'), testKey: field(account, 'testKey') };
}

function admin(options: DemoOptions, args: string[]): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const file = path.join(options.root, 'api/src/admin/main.ts');
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...args, '--json'], {
      cwd: options.root,
      env: { ...options.env, LOG_LEVEL: 'error' },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: options.signal,
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(JSON.parse(stdout));
      else
        reject(
          new Error(
            `The demo account could not be created (${args.slice(0, 2).join(' ')}, code ${code}): ${stderr.trim()}`,
          ),
        );
    });
  });
}

function field(value: Record<string, unknown>, name: string): string {
  const found = value[name];
  if (typeof found === 'string') return found;
  throw new Error(`The output of the admin command lacks "${name}": ${JSON.stringify(Object.keys(value))}`);
}
