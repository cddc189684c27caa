import { engineFingerprint } from '../../fingerprint.ts';
import { availableEncoders } from '../available-encoders.ts';
import type { Handler } from './handler.ts';

/** Handler that returns the engine's fingerprint and the available encoders. Equal fingerprints give equal bytes. */
export const fingerprint: Handler<'fingerprint'> = {
  type: 'fingerprint',
  run: async () => ({ fingerprint: await engineFingerprint(), codecs: availableEncoders() }),
};
