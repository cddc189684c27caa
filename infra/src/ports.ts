import { randomInt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Returns a TCP port of 127.0.0.1 that was free a moment ago. */
export function freePort(): Promise<number> {
  return tryPort(0);
}

/**
 * Returns a free TCP port of 127.0.0.1 for a service whose clients keep reconnecting while it is down. The port is
 * below those that systems assign to outgoing connections: otherwise an outgoing connection could occupy the port, or a
 * client could even connect to itself.
 */
async function freeServicePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(firstServicePort, lastServicePort);
    if (await isPortFree(port)) return port;
  }
  return freePort();
}

/** Whether no process listens on a port of 127.0.0.1 at the moment. */
function isPortFree(port: number): Promise<boolean> {
  return tryPort(port).then(
    () => true,
    () => false,
  );
}

const firstServicePort = 20_000;
/** Upper bound of the ports: Linux assigns connections ports from 32768, macOS from 49152. */
const lastServicePort = 32_000;

async function tryPort(wanted: number): Promise<number> {
  const held = await holdPort('127.0.0.1', wanted);
  await held.release();
  return held.port;
}

/** Names of the services whose ports are stored. */
const services = ['postgres', 'redis'] as const;
/** Port of each embedded service, as stored so that it stays the same between starts. */
export type KeptPorts = Record<(typeof services)[number], number>;

/**
 * Returns the ports of the embedded services of `dataDir`. They stay the same between starts, so that clients find the
 * services again. A port that another process has taken meanwhile is replaced. Stored in `DATA_DIR/ports.json`.
 */
export async function keptPorts(dataDir: string): Promise<KeptPorts> {
  const file = path.join(dataDir, 'ports.json');
  const kept = await readPorts(file);
  const ports: KeptPorts = { postgres: 0, redis: 0 };
  for (const service of services) {
    const port = kept[service];
    const isUsable = Number.isInteger(port) && Object.values(ports).every((other) => other !== port);
    ports[service] = port !== undefined && isUsable && (await isFreeSoon(port)) ? port : await freeServicePort();
  }
  await writeFile(file, `${JSON.stringify(ports)}\n`);
  return ports;
}

/**
 * Waits up to 3 s for a port to become free: servers of an earlier start that was killed may still be shutting down.
 */
async function isFreeSoon(port: number): Promise<boolean> {
  for (let looks = 0; looks < 30; looks++) {
    if (await isPortFree(port)) return true;
    await delay(100);
  }
  return false;
}

/**
 * Reads the stored ports; empty when the file is absent or damaged, because new ports only require clients to
 * reconnect.
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
  /** Frees the port, for a server that listens on it at once. */
  release(): Promise<void>;
}

/**
 * Reserves a TCP port of `host`, by default a free one, for a server that must state its address before it listens.
 * Rejects as `listen` does.
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

/** Returns the error of a server that cannot listen: it names the variable to set, with the reason as its cause. */
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
