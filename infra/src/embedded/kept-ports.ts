import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freeServicePort, isPortFree } from './free-port.ts';

/** Names of the services whose ports are stored. */
const services = ['postgres', 'redis'] as const;
/** Port of each embedded service, stored so that it stays the same between starts. */
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

/** Waits up to 3 s for a port to become free: servers of a start that was killed may still be ending. */
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
