import { hasPocketsphinx } from '@framemill/compositor/child';
import type { Check } from '../check.ts';

/** Reports whether this machine can transcribe speech. Without it the node serves all other work. */
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
