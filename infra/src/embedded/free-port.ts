import { randomInt } from 'node:crypto';
import { holdPort } from '../lifecycle/hold-port.ts';

/** A TCP port of 127.0.0.1 that was free a moment ago. */
export function freePort(): Promise<number> {
  return tryPort(0);
}

/**
 * A free TCP port of 127.0.0.1 for a service whose clients connect to it again and again, also while it is down: below the ports
 * that systems give to connections, of which one could otherwise take it, or even connect to itself.
 */
export async function freeServicePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(firstServicePort, lastServicePort);
    if (await isPortFree(port)) return port;
  }
  return freePort();
}

/** Whether nothing listens on a port of 127.0.0.1 at the moment. */
export function isPortFree(port: number): Promise<boolean> {
  return tryPort(port).then(
    () => true,
    () => false,
  );
}

const firstServicePort = 20_000;
/** Linux gives connections 32768 upward, macOS 49152 upward. */
const lastServicePort = 32_000;

async function tryPort(wanted: number): Promise<number> {
  const held = await holdPort('127.0.0.1', wanted);
  await held.release();
  return held.port;
}
