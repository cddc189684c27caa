import { createServer } from 'node:net';

/**
 * Throws when the port is in use, this user may not listen on it, or no server can listen on `host`. The error names
 * the variable to set. Port 0 always counts as free.
 */
export async function checkPortFree(host: string, port: number, variable: string): Promise<void> {
  const state = port === 0 ? 'free' : await stateOf(host, port);
  const other = `set ${variable} to another one: ${variable}=${port + 1000} npm start`;
  if (state === 'taken') throw new Error(`Port ${port} is taken. Stop the program that uses it, or ${other}`);
  if (state === 'forbidden') throw new Error(`This user may not listen on port ${port}. Allow it, or ${other}`);
}

/**
 * Finds the first `count` free ports from `first` upward, except the port `except`, which another process will use.
 * Throws when there are too few.
 */
export async function freePortsFrom(host: string, first: number, count: number, except?: number): Promise<number[]> {
  const found: number[] = [];
  for (let port = first; found.length < count && port < 65_536; port++) {
    if (port !== except && (await stateOf(host, port)) === 'free') found.push(port);
  }
  if (found.length < count)
    throw new Error(`Fewer than ${count} ports are free from ${first} upward. Set METRICS_PORT to a lower port.`);
  return found;
}

function stateOf(host: string, port: number): Promise<'free' | 'taken' | 'forbidden'> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve('taken');
      else if (error.code === 'EACCES') resolve('forbidden');
      else {
        const message = `The server cannot listen on "${host}". Set HOST to an address of this machine.`;
        reject(new Error(message, { cause: error }));
      }
    });
    server.listen(port, host, () => server.close(() => resolve('free')));
  });
}
