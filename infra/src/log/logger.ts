import { type DestinationStream, type Logger, pino } from 'pino';
import { lineWriter } from './line-writer.ts';

export type { Logger } from 'pino';

/** Fields that may carry a secret wherever they stand one or two levels deep. */
const secretFields = ['authorization', 'password', 'apiKey', 'secret', 'token', 'databaseUrl', 'redisUrl'];

/** JSON lines on stdout with `name`; keys and passwords are replaced by `[hidden]`. `destination` is for tests. */
export function createLogger(name: string, config: { level: string }, destination?: DestinationStream): Logger {
  const options = {
    name,
    level: config.level,
    redact: { paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '[hidden]' },
  };
  return pino(options, destination ?? lineWriter(1));
}
