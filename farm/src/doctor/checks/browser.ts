import { findBrowser } from '@framemill/compositor/browser';
import type { Check } from '../check.ts';

/** Starts Chromium as html clips do. Without it the node serves all work except html clips. */
export const browser: Check = {
  name: 'Chromium',
  async run({ settings, runTask }) {
    if (!settings.htmlClips) return { verdict: 'ok', text: 'switched off by HTML_CLIPS', details: { html: false } };
    const { fingerprint, problem } = await runTask({ type: 'browser' });
    if (fingerprint === null) return { verdict: 'warn', text: `${problem}`, details: { html: false } };
    const executable = findBrowser();
    return { verdict: 'ok', text: `${executable} draws html clips`, details: { html: true, executable } };
  },
};
