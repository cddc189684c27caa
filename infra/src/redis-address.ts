import type { RedisOptions } from 'ioredis';

/** Scheme; user and password; Sentinels with ports; name of the primary, number of the database; parameters. */
const parts = /^(rediss?)\+sentinel:\/\/(?:([^/?#]*)@)?([^/?#@]+)\/([^/?#]+)(?:\/(\d+))?(?:\?(.*))?$/s;

const sentinelPort = 26_379;

/** Whether `url` is a REDIS_URL: the URL of a server, or of Sentinels. */
export function isRedisUrl(url: string): boolean {
  return /^rediss?:\/\/.+/.test(url) ? URL.canParse(url) : sentinelOptions(url) !== null;
}

/**
 * Returns the options of ioredis for a URL like `redis+sentinel://user:password@s1,s2:26380/primary/0`, whose user,
 * password and database number are those of Redis. The parameters `sentinelUser` and `sentinelPassword` are those of
 * the Sentinels. With `rediss`, all connections use TLS. Returns null for any other URL.
 */
export function sentinelOptions(url: string): RedisOptions | null {
  const [, scheme, login = '', hosts = '', name = '', db = '0', query = ''] = parts.exec(url) ?? [];
  const addresses = hosts.split(',').map((host) => URL.parse(`tcp://${host}`));
  if (scheme === undefined || addresses.some((address) => address === null || address.hostname === '')) return null;
  const sentinels = addresses.flatMap((address) => {
    if (address === null) return [];
    const host = address.hostname.replace(/^\[(.*)\]$/, '$1');
    return [{ host, port: address.port === '' ? sentinelPort : Number(address.port) }];
  });
  const [username = '', password = ''] = login.split(/:(.*)/s).map(decodeURIComponent);
  const parameters = new URLSearchParams(query);
  const [sentinelUsername, sentinelPassword] = [parameters.get('sentinelUser'), parameters.get('sentinelPassword')];
  // Without ioredis' failoverDetector: a failover that it reports during a reconnect ends the connection for good.
  return {
    ...{ sentinels, name: decodeURIComponent(name), db: Number(db) },
    ...(username === '' ? {} : { username }),
    ...(password === '' ? {} : { password }),
    ...(sentinelUsername === null ? {} : { sentinelUsername }),
    ...(sentinelPassword === null ? {} : { sentinelPassword }),
    ...(scheme === 'rediss' ? { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true } : {}),
  };
}
