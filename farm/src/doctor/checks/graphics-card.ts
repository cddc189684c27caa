import type { Check } from '../check.ts';

/** Tries the graphics card as renders of the pool gpu do. Without one the node serves everything on its processor. */
export const graphicsCard: Check = {
  name: 'graphics card',
  async run({ settings, runTask }) {
    const { card, problem, encoders } = await runTask({ type: 'graphics-card' });
    if (card === null) {
      return {
        verdict: settings.pool === 'gpu' ? 'fail' : 'ok',
        text: `${problem}`,
        details: { card: null, encoders },
      };
    }
    const { adapter, looks, size } = card;
    const speeds = looks.map(({ name, ms }) => `${name} ${ms.toFixed(1)} ms`).join(', ');
    const unused = settings.pool === 'cpu' ? '; start the node with --pool auto to use it' : '';
    const codecs =
      encoders.length > 0 ? `; hardware encoders ${encoders.join(', ')} (renders are encoded by x264)` : '';
    const text = `${adapter.vendor} ${adapter.name} (${adapter.driver}); pictures of ${size.width}x${size.height}: ${speeds}${codecs}${unused}`;
    return { verdict: 'ok', text, details: { card, encoders } };
  },
};
