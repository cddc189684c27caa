import { hasPocketsphinx } from '@framemill/compositor/child';
import type { Check } from '../check.ts';

/** Whether this machine writes speech down. It is a good node without. */
export const speech: Check = {
  name: 'speech',
  async run() {
    const transcribes = await hasPocketsphinx();
    const text = transcribes
      ? 'pocketsphinx listens: scripts are aligned, English is written down'
      : 'no pocketsphinx: other nodes write speech down. Install pocketsphinx and pocketsphinx-en-us for it';
    return { verdict: 'ok', text, details: { transcribes } };
  },
};
