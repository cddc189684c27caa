import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { createTurns } from '../turns.ts';
import { moreTelling, requireUsable } from './open-client.ts';
import { chooseServer, type ServerChoice } from './servers.ts';

/** Account or client address for which queries run. Each request sets it as soon as its caller is known. */
export interface QueryOwner {
  id: string;
}

/**
 * Owner of the queries of the current request. Queries without an owner, such as those of background work, share one
 * common owner.
 */
export const queryOwner = new AsyncLocalStorage<QueryOwner>();

interface Waiter {
  resolve(): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout | undefined;
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

/**
 * Connection pool that serves owners round-robin. When all `max` connections are in use, the next free connection goes
 * to the next owner, regardless of how many queries of other owners wait. `pg` itself serves queries in the order of
 * arrival. Rejects after `connectionTimeoutMillis`, as `pg` does. `connectionString` may name several servers: a
 * connection that cannot be opened is tried on the next one.
 */
export class FairPool extends pg.Pool {
  #used = 0;
  /**
   * Clients that this pool handed to a caller, each counted in `#used`. Clients that `pg` releases because their
   * callers had stopped waiting are not in the set.
   */
  readonly #permitted = new WeakSet<pg.PoolClient>();
  readonly #waiting = createTurns<Waiter>();
  readonly #servers: ServerChoice;

  constructor({ connectionString, ...config }: pg.PoolConfig & { connectionString: string }) {
    const servers = chooseServer(connectionString);
    super({
      ...config,
      Client: class extends pg.Client {
        constructor() {
          super({ ...config, connectionString: servers.current() });
        }
      },
      verify: (client, done) => requireUsable(client, servers).then(() => done(), done),
    });
    this.#servers = servers;
    this.on('release', (_error, client) => {
      if (this.#permitted.delete(client)) this.#next();
    });
    // The client of a broken connection is replaced by the next query; without a listener the process would end.
    this.on('error', () => undefined);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const connected = this.#permit().then(async () => {
      try {
        const client = await this.#connectToAny(() => super.connect());
        this.#permitted.add(client);
        return client;
      } catch (error) {
        this.#next();
        throw error;
      }
    });
    if (callback === undefined) return connected;
    connected.then(
      (client) => callback(undefined, client, (reason) => client.release(reason)),
      (error: Error) => callback(error, undefined, () => undefined),
    );
    return undefined;
  }

  /** Tries the current server first and then each other one. When none can be used, throws as `openClient` does. */
  async #connectToAny(connect: () => Promise<pg.PoolClient>): Promise<pg.PoolClient> {
    let failure: unknown;
    for (let tried = 1; ; tried += 1) {
      const server = this.#servers.current();
      try {
        return await connect();
      } catch (error) {
        failure = moreTelling(failure, error);
        this.#servers.leave(server);
        if (tried >= this.#servers.urls.length) throw failure;
      }
    }
  }

  #permit(): Promise<void> {
    if (this.#used < this.options.max) {
      this.#used += 1;
      return Promise.resolve();
    }
    const owner = queryOwner.getStore()?.id ?? '';
    return new Promise((resolve, reject) => {
      const waiter: Waiter = { resolve, reject, timer: undefined };
      const limitMs = this.options.connectionTimeoutMillis ?? 0;
      if (limitMs > 0) waiter.timer = setTimeout(() => this.#giveUp(owner, waiter), limitMs).unref();
      this.#waiting.add(owner, waiter);
    });
  }

  /**
   * Passes a free connection to the next waiting owner, or lowers the number of used connections when no owner waits.
   */
  #next(): void {
    const waiter = this.#waiting.take(() => true);
    if (waiter === undefined) this.#used -= 1;
    clearTimeout(waiter?.timer);
    waiter?.resolve();
  }

  #giveUp(owner: string, waiter: Waiter): void {
    this.#waiting.remove(owner, waiter);
    waiter.reject(new Error('timeout exceeded when trying to connect'));
  }
}
