import { randomInt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Returns a TCP port of 127.0.0.1 that was free a moment ago. The port is below the range that systems assign to
 * outgoing connections. Otherwise an outgoing connection could occupy the port before the caller does, or while the
 * service is down, and a client that keeps reconnecting could even connect to itself.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(firstServicePort, lastServicePort);
    if (await isPortFree(port)) return port;
  }
  return tryPort(0);
}

/** Whether no process listens on a port of 127.0.0.1 at the moment. */
function isPortFree(port: number): Promise<boolean> {
  return tryPort(port).then(
    () => true,
    () => false,
  );
}

const firstServicePort = 20_000;
/** Highest port to use. The system assigns higher ports to outgoing connections: Linux from 32768, macOS from 49152. */
const lastServicePort = 32_000;

async function tryPort(wanted: number): Promise<number> {
  const held = await holdPort('127.0.0.1', wanted);
  await held.release();
  return held.port;
}

/** Names of the services whose ports are stored. */
const services = ['postgres', 'redis'] as const;
/** Port of each embedded service, stored so that it stays the same between starts. */
export type KeptPorts = Record<(typeof services)[number], number>;

/**
 * Returns the ports of the embedded services of `dataDir`. They are stored in `DATA_DIR/ports.json` and stay the same
 * between starts, so that clients can reconnect. A port that another process has taken meanwhile is replaced.
 */
export async function keptPorts(dataDir: string): Promise<KeptPorts> {
  const file = path.join(dataDir, 'ports.json');
  const kept = await readPorts(file);
  const ports: KeptPorts = { postgres: 0, redis: 0 };
  for (const service of services) {
    const port = kept[service];
    const isUsable = Number.isInteger(port) && Object.values(ports).every((other) => other !== port);
    ports[service] = port !== undefined && isUsable && (await isFreeSoon(port)) ? port : await freePort();
  }
  await writeFile(file, `${JSON.stringify(ports)}\n`);
  return ports;
}

/**
 * Waits up to 3 s for a port to become free, because servers of an earlier run that was killed may still be shutting
 * down. Returns whether it is free.
 */
async function isFreeSoon(port: number): Promise<boolean> {
  for (let looks = 0; looks < 30; looks++) {
    if (await isPortFree(port)) return true;
    await delay(100);
  }
  return false;
}

/**
 * Reads the stored ports. Returns an empty object when the file is absent or damaged; clients then reconnect to new
 * ports.
 */
async function readPorts(file: string): Promise<Partial<KeptPorts>> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return {};
  }
}

/** TCP port that is reserved by listening on it. */
export interface HeldPort {
  readonly port: number;
  /** Frees the port, so that a server can listen on it. */
  release(): Promise<void>;
}

/**
 * Reserves a TCP port of `host` for a server that must state its address before it listens. By default it is any free
 * port. Rejects as `listen` does.
 */
export async function holdPort(host: string, wanted = 0): Promise<HeldPort> {
  const server = createServer((connection) => connection.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(wanted, host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    release: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/**
 * Returns the error for a server that cannot listen. The message names the environment variable to change; the error's
 * cause is the reason.
 */
export function listenError(
  cause: unknown,
  { host, port, what, variable }: { host: string; port: number; what: string; variable: string },
): Error {
  const problems: Record<string, string> = {
    EADDRINUSE: `Port ${port} for ${what} is taken. Set ${variable} to a free one.`,
    EACCES: `This user may not listen on port ${port} for ${what}. Allow it, or set ${variable} to another one.`,
  };
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const otherwise = `The server cannot listen on "${host}". Set HOST to an address of this machine.`;
  return new Error(problems[code] ?? otherwise, { cause });
}
