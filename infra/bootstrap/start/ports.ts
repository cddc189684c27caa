import { createServer } from 'node:net';

/** Throws with the variable to set when the port is taken, or nothing can listen on `host`. 0 is always free. */
export async function checkPortFree(host: string, port: number, variable: string): Promise<void> {
  if (port !== 0 && !(await isFree(host, port))) {
    throw new Error(
      `Port ${port} is taken. Stop what uses it, or set ${variable} to another one: ${variable}=${port + 1000} npm start`,
    );
  }
}

/** The first `count` free ports from `first` upward, without `except`, which somebody else will take. */
export async function freePortsFrom(host: string, first: number, count: number, except?: number): Promise<number[]> {
  const found: number[] = [];
  for (let port = first; found.length < count && port < 65_536; port++) {
    if (port !== except && (await isFree(host, port))) found.push(port);
  }
  if (found.length < count)
    throw new Error(`There are not ${count} free ports from ${first} upward. Set METRICS_PORT lower.`);
  return found;
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
      else reject(new Error(`Nothing can listen on "${host}". Correct HOST.`, { cause: error }));
    });
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}
