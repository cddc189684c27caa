import { gradeTable } from './src/grade/grade-table.ts';

const g = {
  exposure: 0.3,
  temperature: 0.2,
  tint: 0.1,
  contrast: 0.2,
  shadows: 0.3,
  saturation: 0.2,
  hue: 10,
  vibrance: 0.3,
  wheels: { shadows: { hue: 180, amount: 0.2 }, highlights: { hue: 30, amount: 0.2 } },
  curves: {
    master: [
      [0, 0.05],
      [0.25, 0.2],
      [0.5, 0.52],
      [0.75, 0.8],
      [1, 0.97],
    ] as [number, number][],
  },
};
const one = (n: string, g: any) => {
  const ts: number[] = [];
  for (let i = 0; i < 60; i++) {
    const t = performance.now();
    gradeTable({ ...g, intensity: 1 - i * 1e-6 }, null)!.values;
    ts.push(performance.now() - t);
  }
  ts.sort((a, b) => a - b);
  console.log(n, ts[30].toFixed(2), ts[0].toFixed(2));
};
one('all', g);
for (const k of Object.keys(g)) one(k, { [k]: (g as any)[k] });
