/** Servers of one database, in the order in which they are tried. */
export interface DatabaseServers {
  /** One URL for each server. */
  readonly urls: readonly string[];
  /** Whether a server that accepts no writes, such as a standby, is passed over. */
  readonly mustWrite: boolean;
  /** Role that the parameter `options` sets with `-c role=<name>`; null: none. */
  readonly role: string | null;
}

/** Scheme; user and password; hosts with ports; database and parameters. */
const parts = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#@]*)(.*)$/s;

/** Values of `target_session_attrs` that Framemill can work with: it writes through every connection. */
const writable = ['read-write', 'primary'];

/**
 * Splits a URL like `postgres://user:password@a:5432,b/db?target_session_attrs=read-write`, as libpq reads it. With
 * several hosts and without the parameter, a server must accept writes; `any` takes the first server that answers.
 * Returns null when it is no such URL.
 */
export function parseServers(url: string): DatabaseServers | null {
  const [, scheme = '', login = '', hosts = '', rest = ''] = parts.exec(url) ?? [];
  const [path = '', query = ''] = rest.split('?', 2);
  const parameters = new URLSearchParams(query);
  const names = hosts.split(',');
  const wanted = parameters.get('target_session_attrs') ?? (names.length > 1 ? 'read-write' : 'any');
  parameters.delete('target_session_attrs');
  const end = parameters.size === 0 ? path : `${path}?${parameters}`;
  const urls = names.map((host) => `${scheme}${login}${host}${end}`);
  const isValid =
    scheme !== '' && urls.every((one) => URL.canParse(one)) && (names.length === 1 || !names.includes(''));
  if (!isValid || ![...writable, 'any'].includes(wanted)) return null;
  return { urls, mustWrite: writable.includes(wanted), role: roleIn(parameters.get('options') ?? '') };
}

/** Returns the role that command-line options of PostgreSQL set, of several the last; null: they set none. */
function roleIn(options: string): string | null {
  const settings = [...options.matchAll(/(?:^|\s)(?:-c\s*|--)role=((?:\\.|[^\s\\])*)/gi)];
  return settings.at(-1)?.[1]?.replaceAll(/\\(.)/g, '$1') ?? null;
}

/** Servers of a database, one of which is the current one: the last with which a connection succeeded. */
export interface ServerChoice extends DatabaseServers {
  current(): string;
  /** Makes the server after `url` the current one, unless another caller has already left `url`. */
  leave(url: string): void;
}

/** Returns the servers of a valid URL. Throws when it is invalid. */
export function chooseServer(url: string): ServerChoice {
  const servers = parseServers(url);
  if (servers === null) {
    const shown = url.replace(/\/\/.*@/s, '//***@');
    throw new Error(`The database URL "${shown}" is invalid. Use postgres://user:password@host:port/database.`);
  }
  const { urls } = servers;
  let index = 0;
  const current = () => urls[index] ?? '';
  return {
    ...servers,
    current,
    leave(left) {
      if (left === current()) index = (index + 1) % urls.length;
    },
  };
}
