import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Complete service as users start it, on embedded services in a temporary folder. */
export interface Stack {
  readonly apiHost: string;
  readonly liveKey: string;
  readonly testKey: string;
  readonly dataDir: string;
  /** Starts one more farm node that joins this stack. */
  joinNode(slots: number): ChildProcess;
  /** Ends the service without removing its folder. */
  end(): Promise<void>;
  /** Ends the service and removes its folder. */
  stop(): Promise<void>;
}

const root = resolve(import.meta.dirname, '../../..');

/**
 * Starts the all-in-one process without the sample project and waits until it is ready. `slots` is the number of local
 * render slots; 0 leaves rendering to joined nodes. `dataDir`: folder of an earlier stack; absent: a new one. `env`:
 * additional environment variables. Throws with the process's output when it ends before it is ready.
 */
export async function startStack(options: {
  slots: number;
  dataDir?: string;
  env?: Record<string, string>;
}): Promise<Stack> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'framemill-stack-')));
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: '0',
    METRICS_PORT: '0',
    SLOTS: String(options.slots),
    LOG_LEVEL: 'warn',
    // A browser that starts with every node takes 2 s of processor time.
    HTML_CLIPS: 'off',
    ...options.env,
  };
  const stack = spawn(process.execPath, ['infra/bootstrap/start.ts', '--no-sample'], { cwd: root, env });
  const output = await untilReady(stack);
  const demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'));
  const joined: ChildProcess[] = [];
  const endAll = async () => {
    await Promise.all(joined.map(end));
    await end(stack);
  };
  return {
    apiHost: demo.apiHost,
    liveKey: demo.liveKey,
    testKey: demo.testKey,
    dataDir,
    joinNode(slots) {
      const node = spawn(process.execPath, ['farm/src/main.ts', '--slots', String(slots)], {
        cwd: root,
        env: { ...env, ...output.services, METRICS_PORT: '0' },
        stdio: 'ignore',
      });
      joined.push(node);
      return node;
    },
    end: endAll,
    async stop() {
      await endAll();
      await rm(dataDir, { recursive: true, force: true });
    },
  };

  async function untilReady(child: ChildProcess): Promise<{ services: Record<string, string> }> {
    let text = '';
    const { promise, resolve: ready, reject } = Promise.withResolvers<void>();
    const onData = (chunk: Buffer) => {
      text += chunk.toString();
      if (/^ready http/m.test(text)) ready();
    };
    child.stdout?.on('data', onData);
    child.stderr?.on('data', onData);
    child.once('exit', (code) => reject(new Error(`The service ended with ${code} before it was ready:\n${text}`)));
    await promise;
    return { services: JSON.parse(await readFile(join(dataDir, 'services.json'), 'utf8')) };
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await exited;
}
