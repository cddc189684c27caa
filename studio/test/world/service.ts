import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Running Framemill service as `npm start` starts it: API, PostgreSQL, Redis and at most one render node. */
export interface Service {
  /** Base URL without a trailing slash. */
  url: string;
  demo: { email: string; password: string; liveKey: string; testKey: string };
  /** Folder with the data of the service. */
  dataDir: string;
  /**
   * Calls the API with the demo account's live key and returns the parsed response. Throws when the call is refused.
   */
  call(method: string, path: string, body?: unknown): Promise<Json>;
  /** Runs the command `npm run admin -- ...words --json` on the service and returns its parsed output. */
  admin(...words: string[]): Promise<unknown>;
}

/** Service that this process has started and must stop. */
export interface OwnService extends Service {
  /** Kills the API process, as a crash does. The service restarts it automatically. */
  killApi(): Promise<void>;
  stop(): Promise<void>;
}

/** Parsed JSON of a response. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they check
type Json = any;

const root = path.resolve(import.meta.dirname, '../../..');

/**
 * Starts a service on free ports with a new data folder and `slots` render slots (0: no render node). Throws with the
 * service's output when it exits before it is ready.
 */
export async function startService({ slots = 2 } = {}): Promise<OwnService> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'framemill-studio-'));
  const ports = { PORT: '0', METRICS_PORT: '0', SLOTS: String(slots) };
  const quiet = { LOG_LEVEL: 'warn', HTML_CLIPS: 'off' };
  // Webhooks and deliveries of tests go nowhere else.
  const near = { OUTBOUND_PRIVATE_HOSTS: '127.0.0.1', OUTBOUND_PORTS: 'any' };
  const env = { ...process.env, ...ports, ...quiet, DATA_DIR: dataDir, ...near };
  const child = spawn(process.execPath, ['infra/bootstrap/start.ts', '--no-sample'], { cwd: root, env });
  await untilReady(child);
  return {
    ...(await serviceIn(dataDir)),
    async killApi() {
      process.kill(await pidOf('api/src/main.ts', dataDir), 'SIGKILL');
    },
    async stop() {
      const exited = new Promise((done) => child.once('exit', done));
      if (child.exitCode === null && child.kill('SIGTERM')) await exited;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Returns a client for the running service that uses the data folder `dataDir`. */
export async function serviceIn(dataDir: string): Promise<Service> {
  const { apiHost, ...demo } = JSON.parse(await readFile(path.join(dataDir, 'demo.json'), 'utf8'));
  const services = JSON.parse(await readFile(path.join(dataDir, 'services.json'), 'utf8'));
  return {
    url: apiHost,
    demo,
    dataDir,
    async call(method, address, body) {
      const response = await fetch(`${apiHost}${address}`, {
        method,
        headers: {
          authorization: `Bearer ${demo.liveKey}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const answer: Json = await response.json();
      if (!response.ok) throw new Error(`${method} ${address}: ${JSON.stringify(answer)}`);
      return answer;
    },
    async admin(...words) {
      const file = 'api/src/admin/main.ts';
      return JSON.parse(await outputOf([file, ...words, '--json'], { ...process.env, ...services }));
    },
  };
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    const onData = (chunk: Buffer) => {
      text += chunk.toString();
      if (/^ready http/m.test(text)) resolve();
    };
    child.stdout?.on('data', onData);
    child.stderr?.on('data', onData);
    child.once('exit', (code) => reject(new Error(`The service ended with ${code} before it was ready:\n${text}`)));
  });
}

function outputOf(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, env });
    let text = '';
    let errors = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk;
    });
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk;
    });
    child.once('close', (code) => (code === 0 ? resolve(text) : reject(new Error(`${args.join(' ')}: ${errors}`))));
  });
}

/**
 * Returns the id of the process that runs `script` for the service with this data folder. Works on Linux only, because
 * it reads /proc.
 */
async function pidOf(script: string, dataDir: string): Promise<number> {
  for (const entry of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const read = (name: string) => readFile(`/proc/${entry}/${name}`, 'utf8').catch(() => '');
    const words = (await read('cmdline')).split('\0');
    if (!words[0]?.endsWith('node') || !words.some((word) => word.endsWith(script))) continue;
    if ((await read('environ')).split('\0').includes(`DATA_DIR=${dataDir}`)) return Number(entry);
  }
  throw new Error(`No process of the service in ${dataDir} runs ${script}.`);
}
