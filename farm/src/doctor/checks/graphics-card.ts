import type { Check } from '../check.ts';

/** Checks the GPU as renders of the pool `gpu` use it. Without one the node renders everything on its CPU. */
export const graphicsCard: Check = {
  name: 'graphics card',
  async run({ settings, runTask }) {
    const { card, problem, encoders, decoders, encoder } = await runTask({ type: 'graphics-card' });
    if (card === null) {
      return {
        verdict: settings.pool === 'gpu' ? 'fail' : 'ok',
        text: `${problem}`,
        details: { card: null, encoders, decoders },
      };
    }
    const { adapter, looks, size } = card;
    const speeds = looks.map(({ name, ms }) => `${name} ${ms.toFixed(1)} ms`).join(', ');
    const unused = settings.pool === 'cpu' ? '; start the node with --pool auto to use it' : '';
    const codecs =
      encoders.length > 0 ? `; hardware encoders ${encoders.join(', ')} (${encoderState(encoder?.name ?? null)})` : '';
    const text = `${adapter.vendor} ${adapter.name} (${adapter.driver}); frames of ${size.width}x${size.height}: ${speeds}${codecs}${unused}`;
    return { verdict: 'ok', text, details: { card, encoders, decoders } };
  },
};

function encoderState(name: string | null): string {
  if (name !== null) return `MP4 is encoded by ${name}`;
  return 'MP4 is encoded by x264: "npm run calibrate", then HARDWARE_ENCODERS=auto, to use one';
}
