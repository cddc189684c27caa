import { randomInt } from 'node:crypto';
import { holdPort } from '../lifecycle/hold-port.ts';

/** Returns a TCP port of 127.0.0.1 that was free a moment ago. */
export function freePort(): Promise<number> {
  return tryPort(0);
}

/**
 * Returns a free TCP port of 127.0.0.1 for a service whose clients keep reconnecting while it is down. It is below the
 * ports that systems assign to outgoing connections: such a connection could otherwise occupy the port, or even
 * connect to itself.
 */
export async function freeServicePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(firstServicePort, lastServicePort);
    if (await isPortFree(port)) return port;
  }
  return freePort();
}

/** Whether no process listens on a port of 127.0.0.1 at the moment. */
export function isPortFree(port: number): Promise<boolean> {
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
