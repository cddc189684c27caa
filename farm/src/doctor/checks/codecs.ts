import { requireCodecs } from '../../node/required-codecs.ts';
import type { Check } from '../check.ts';

/** Starts a render child, runs its calibration, and checks that it has all encoders that renders need. */
export const codecs: Check = {
  name: 'codecs',
  async run({ runTask }) {
    const { fingerprint, codecs: names } = await runTask({ type: 'fingerprint' });
    requireCodecs(names);
    const text = `${names.join(', ')}; engine ${fingerprint.slice(0, 12)}`;
    return { verdict: 'ok', text, details: { codecs: names, fingerprint } };
  },
};
