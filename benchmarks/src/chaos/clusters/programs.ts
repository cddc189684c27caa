import { type GuardedChild, type ServiceUser, spawnGuarded } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import { until } from '../../measure/until.ts';

/** Server of a cluster: a program in a child process that ends with this process. */
export interface Program {
  readonly exited: GuardedChild['exited'];
  /** Stops the program with its stop signal, and by force after 10 s. Resolves when it has exited. */
  stop(): Promise<void>;
}

/** Options for starting a server. */
export interface ProgramOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly stopSignal: 'INT' | 'TERM';
  /** Matches the output of a server that is ready. */
  readonly ready: RegExp;
  /** User as which the server runs; null: the user of this process. */
  readonly user?: ServiceUser | null;
}

const readyMs = 60_000;
const stopMs = 10_000;
const keptCharacters = 4_000;

/** Starts a server and waits until it is ready. Throws an error with its last output when it ends before. */
export async function startProgram({ ready, user, ...options }: ProgramOptions): Promise<Program> {
  const child = spawnGuarded({ ...options, args: [...options.args], cwd: '/', ...(user == null ? {} : { user }) });
  let output = '';
  let isReady = false;
  let hasEnded = false;
  void child.exited.then(() => {
    hasEnded = true;
  });
  for (const stream of [child.stdout, child.stderr]) {
    // The output is read to its end: a full pipe would block the server.
    stream.on('data', (chunk: Buffer) => {
      output = `${output}${chunk}`.slice(-keptCharacters);
      isReady ||= ready.test(output);
    });
  }
  try {
    await until(`${options.command} is ready`, readyMs, () => {
      if (isReady || !hasEnded) return isReady;
      throw new FramemillError('unavailable', `${options.command} ended before it was ready:\n${output}`);
    });
  } catch (error) {
    await child.stop(stopMs);
    throw error;
  }
  return { exited: child.exited, stop: () => child.stop(stopMs) };
}
