import { resealSecrets } from '../../secrets/reseal-secrets.ts';
import type { AdminCommand } from '../define-command.ts';

/**
 * Encrypts every stored secret with the first key of SECRETS_KEY.
 * Run it after SECRETS_KEY was set for the first time, and after a new key was put in front.
 */
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
