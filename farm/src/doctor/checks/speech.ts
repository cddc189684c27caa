import { hasPocketsphinx } from '@framemill/compositor/child';
import type { Check } from '../check.ts';

/** Reports whether this machine can transcribe speech. Without it the node serves all other work. */
export const speech: Check = {
  name: 'speech',
  async run() {
    const transcribes = await hasPocketsphinx();
    const text = transcribes
      ? 'pocketsphinx is installed: scripts are aligned, English speech is transcribed'
      : 'pocketsphinx is missing: other nodes transcribe speech. Install pocketsphinx and pocketsphinx-en-us';
    return { verdict: 'ok', text, details: { transcribes } };
  },
};
