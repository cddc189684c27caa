import { short } from '../short-number.ts';
import type { ColourStep } from './colour-steps.ts';

/** Writes a colour step as an SVG filter primitive on the result `source`. Alpha stays unchanged. */
export function colourPrimitives(step: ColourStep, source: string): string {
  if (step.kind === 'curves') {
    const [r, g, b] = step.curves.map((curve) => curve.map(short).join(' '));
    const tables = [
      ['R', r],
      ['G', g],
      ['B', b],
    ].map(([channel, values]) => `<feFunc${channel} type="table" tableValues="${values}"/>`);
    return `<feComponentTransfer in="${source}">${tables.join('')}</feComponentTransfer>`;
  }
  const rows = step.rows.map(([r, g, b, constant]) => [r, g, b, 0, constant].map(short).join(' '));
  const space = step.linear ? ' color-interpolation-filters="linearRGB"' : '';
  return `<feColorMatrix in="${source}" type="matrix" values="${rows.join(' ')} 0 0 0 1 0"${space}/>`;
}
