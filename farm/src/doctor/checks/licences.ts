import type { Check } from '../check.ts';

/**
 * Reports the components of the codec library, as it states them itself, and whether images with it may be
 * distributed.
 */
export const licences: Check = {
  name: 'licences',
  async run({ runTask }) {
    const library = await runTask({ type: 'licences' });
    const { version, licence, nonfree, mayBePassedOn } = library;
    const allowed = process.env.ALLOW_NONFREE === '1';
    const use = allowed ? 'may be used (ALLOW_NONFREE=1)' : 'is never used';
    const parts = nonfree.map((name) => `, with ${name}, which does not go together with the GPL and ${use}`).join('');
    const passing = mayBePassedOn
      ? 'may be passed on under that licence'
      : 'may be run, but images and folders with it may not be passed on: see LICENSE';
    return {
      // A warning that every fresh installation shows would be ignored: only an operator's own choice causes one.
      verdict: allowed && nonfree.length > 0 ? 'warn' : 'ok',
      text: `FFmpeg ${version}, ${licence}${parts}; ${passing}`,
      details: { ...library },
    };
  },
};
