import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freeServicePort, isPortFree } from './free-port.ts';

/** The services that keep their ports. */
const services = ['postgres', 'redis'] as const;
/** The port of each embedded service, kept so that it stays the same over restarts. */
export type KeptPorts = Record<(typeof services)[number], number>;

/**
 * The ports of the embedded services of `dataDir`: the same from start to start, so that what has joined them finds them again.
 * One that something else has taken since is replaced by another. Kept in `DATA_DIR/ports.json`.
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

/** The servers of a start that was killed may still be ending. */
async function isFreeSoon(port: number): Promise<boolean> {
  for (let looks = 0; looks < 30; looks++) {
    if (await isPortFree(port)) return true;
    await delay(100);
  }
  return false;
}

/** What was kept; nothing when the file is absent or damaged: new ports cost no more than joining again. */
async function readPorts(file: string): Promise<Partial<KeptPorts>> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return {};
  }
}
