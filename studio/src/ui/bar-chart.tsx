import { useId } from 'react';
import { countText } from './format.ts';

interface BarChartProps {
  title: string;
  /** Bars from left to right. */
  bars: readonly { label: string; value: number }[];
  tone?: 'accent' | 'info' | 'violet';
}

const HEIGHT = 96;
/** Minimum number of bar slots. With fewer bars the right side stays empty, so that bars do not become wide blocks. */
const FEWEST = 30;
const tones = { accent: 'fill-accent', info: 'fill-info', violet: 'fill-violet' };

/**
 * Bar chart over time with the sum of its values. A bar's tooltip shows its value; a hidden table gives the values to
 * screen readers.
 */
export function BarChart({ title, bars, tone = 'accent' }: BarChartProps) {
  const id = useId();
  const top = Math.max(1, ...bars.map(({ value }) => value));
  const total = bars.reduce((sum, { value }) => sum + value, 0);
  const width = 100 / Math.max(FEWEST, bars.length);
  return (
    <figure aria-labelledby={id}>
      <figcaption className="mb-3 flex items-baseline gap-2">
        <span className="grow font-medium" id={id}>
          {title}
        </span>
        <span className="text-lg font-semibold tabular-nums">{countText(total)}</span>
      </figcaption>
      <svg aria-hidden="true" className="block h-24 w-full" preserveAspectRatio="none" viewBox={`0 0 100 ${HEIGHT}`}>
        {[0.25, 0.5, 0.75].map((part) => (
          <line
            className="stroke-line"
            key={part}
            vectorEffect="non-scaling-stroke"
            x1="0"
            x2="100"
            y1={HEIGHT * part}
            y2={HEIGHT * part}
          />
        ))}
        {bars.map(({ label, value }, index) => {
          const height = value === 0 ? 1 : Math.max(2, (value / top) * HEIGHT);
          return (
            <rect
              className={value === 0 ? 'fill-line-strong' : tones[tone]}
              height={height}
              key={label}
              width={width * 0.72}
              x={index * width + width * 0.14}
              y={HEIGHT - height}
            >
              <title>{`${label}: ${countText(value)}`}</title>
            </rect>
          );
        })}
      </svg>
      <div aria-hidden="true" className="mt-1.5 flex justify-between text-xs text-faint">
        <span>{bars[0]?.label}</span>
        {bars.length >= FEWEST && <span>{bars.at(-1)?.label}</span>}
      </div>
      <table className="sr-only">
        <caption>{title}</caption>
        <tbody>
          {bars.map(({ label, value }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
