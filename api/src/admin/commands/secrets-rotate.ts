import { resealSecrets } from '../../secrets/reseal-secrets.ts';
import type { AdminCommand } from '../define-command.ts';

/** Encrypts every stored secret with the first key of SECRETS_KEY: after a key was set, and after a newer one was put before it. */
export const secretsRotate: AdminCommand = {
  noun: 'secrets',
  verb: 'rotate',
  summary: 'Encrypt every stored secret with the first key of SECRETS_KEY',
  argument: null,
  options: {},
  async run(_input, context) {
    return resealSecrets(await context.database(), context.secrets());
  },
};
