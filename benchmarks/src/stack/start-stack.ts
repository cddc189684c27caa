import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { FramemillError } from '@framemill/timeline';

/** Complete separate service on the loopback interface. Its data are in a folder that is deleted when it stops. */
export interface BenchStack {
  /** Base URL of the API, for example `http://127.0.0.1:40123`. */
  readonly apiHost: string;
  readonly databaseUrl: string;
  /** Demo account that the service created. */
  readonly demo: { readonly email: string; readonly password: string; readonly liveKey: string };
  /** Returns the id of the process whose script path ends with `script`. Throws `internal_error` when there is none. */
  pidOf(script: string): number;
  stop(): Promise<void>;
}

/**
 * Starts the program of `npm start`, without the sample project, and waits until the service is ready. `slots` is the
 * number of concurrent renders.
 */
export async function startStack(root: string, slots: number): Promise<BenchStack> {
  const dataDir = mkdtempSync(join(tmpdir(), 'framemill-bench-stack-'));
  const child = spawn(process.execPath, [join(root, 'infra/bootstrap/start.ts'), '--no-sample'], {
    cwd: root,
    // The channel closes whenever this process dies, which stops the service.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', METRICS_PORT: '0', SLOTS: String(slots), LOG_LEVEL: 'warn' },
  });
  const stop = async () => {
    await ended(child);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const apiHost = await readyLine(child);
    const services: unknown = JSON.parse(readFileSync(join(dataDir, 'services.json'), 'utf8'));
    const databaseUrl =
      typeof services === 'object' && services !== null ? Reflect.get(services, 'DATABASE_URL') : null;
    if (typeof databaseUrl !== 'string')
      throw new FramemillError('internal_error', 'services.json contains no DATABASE_URL.');
    const { email, password, liveKey } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'));
    const demo = { email: String(email), password: String(password), liveKey: String(liveKey) };
    return { apiHost, databaseUrl, demo, pidOf: (script) => pidOf(child.pid ?? 0, script), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function readyLine(child: ChildProcess): Promise<string> {
  const { stdout, stderr } = child;
  if (!stdout || !stderr)
    throw new FramemillError('internal_error', 'The stack was started without pipes for its output.');
  let complaint = '';
  stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-3000);
  });
  return new Promise((resolve, reject) => {
    createInterface({ input: stdout }).on('line', (line) => {
      if (line.startsWith('ready ')) resolve(line.slice('ready '.length).trim());
    });
    child.once('exit', (code) =>
      reject(new FramemillError('internal_error', `The stack ended with code ${code}: ${complaint}`)),
    );
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exit;
}

/**
 * Returns the id of the Node process that runs `script` among the descendants of `ancestor`; a shell that guards it may
 * be between the two. Linux only.
 */
function pidOf(ancestor: number, script: string): number {
  const found = new Map<number, { parent: number; command: string[] }>();
  for (const entry of readdirSync('/proc')) {
    const facts = /^\d+$/.test(entry) ? factsOf(entry) : null;
    if (facts) found.set(Number(entry), facts);
  }
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 1 && (pid === ancestor || isBelow(found.get(pid)?.parent));
  for (const [pid, { parent, command }] of found) {
    const [program = '', ...words] = command;
    if (basename(program) === 'node' && words.some((word) => word.endsWith(script)) && isBelow(parent)) return pid;
  }
  throw new FramemillError('internal_error', `The stack has no process that runs ${script}.`);
}

function factsOf(pid: string): { parent: number; command: string[] } | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return { parent: Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]), command };
  } catch {
    // The process has ended in the meantime.
    return null;
  }
}

/** Roles of the processes in a stack. */
export const stackRoles = [
  'api',
  'scheduler',
  'node',
  'render process',
  'PostgreSQL',
  'Redis',
  'object store',
] as const;

/** Role of a process in a stack. */
export type StackRole = (typeof stackRoles)[number];

const programs: readonly (readonly [RegExp, StackRole])[] = [
  [/api\/src\/main\.ts/, 'api'],
  [/scheduler\/src\/main\.ts/, 'scheduler'],
  [/farm\/src\/main\.ts/, 'node'],
  [/compositor\/(src\/child|program)\//, 'render process'],
  [/object-server\.ts/, 'object store'],
];

/**
 * Returns the role of a process by its command line; null for processes without a role, such as the shells that guard
 * others.
 */
export function roleOfCommand(command: string): StackRole | null {
  const [program = ''] = command.split(' ');
  if (/(^|\/)postgres(:|$)/.test(program)) return 'PostgreSQL';
  if (/(^|\/)redis-server$/.test(program)) return 'Redis';
  if (!/(^|\/)node$/.test(program)) return null;
  return programs.find(([script]) => script.test(command))?.[1] ?? null;
}
