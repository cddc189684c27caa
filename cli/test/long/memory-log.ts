import { readFileSync } from 'node:fs';
import { createCanvas } from '@napi-rs/canvas';

/** Resident memory of one process and its replacements, by minute of the timeline. */
export interface MemoryLog {
  readonly name: string;
  /** Records the current memory, in bytes, for `minute` of the timeline. */
  note(minute: number): void;
  /**
   * Returns the median of the samples of each minute, in megabytes (1e6 bytes), by minute from 0. Undefined: no
   * samples.
   */
  medians(): (number | undefined)[];
}

/** Creates a log that samples the process returned by `pidOf`. Linux only, because other systems have no /proc. */
export function createMemoryLog(name: string, pidOf: () => number): MemoryLog {
  const samples: number[][] = [];
  return {
    name,
    note(minute) {
      const megabytes = residentMegabytes(pidOf());
      const of = Math.floor(minute);
      samples[of] = [...(samples[of] ?? []), megabytes];
    },
    medians: () => Array.from(samples, (list) => list?.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]),
  };
}

function residentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (kilobytes === undefined) throw new Error(`Process ${pid} has no resident memory in /proc: it has ended.`);
  return (Number(kilobytes) * 1024) / 1e6;
}

/** Formats the logs as a text table: one row for each minute, one column for each process. */
export function memoryTable(logs: readonly MemoryLog[]): string {
  const columns = logs.map((log) => log.medians());
  const minutes = Math.max(...columns.map((column) => column.length));
  const cell = (value: number | undefined) => (value === undefined ? '-' : value.toFixed(0)).padStart(14);
  const rows = Array.from({ length: minutes }, (_, minute) => {
    return `${String(minute + 1).padStart(6)} ${columns.map((column) => cell(column[minute])).join('')}`;
  });
  return [`minute ${logs.map(({ name }) => `${name}, MB`.padStart(14)).join('')}`, ...rows].join('\n');
}

const width = 960;
const height = 360;
const [left, right, top, bottom] = [70, 930, 40, 310];
const colours = ['#f2703f', '#3a6ea5'];

/** Draws the logs as a chart (PNG): memory over the timeline, with a vertical axis from zero. */
export function memoryChart(logs: readonly MemoryLog[], title: string): Buffer {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  const columns = logs.map((log) => log.medians());
  const minutes = Math.max(2, ...columns.map((column) => column.length));
  const most = Math.ceil(Math.max(100, ...columns.flat().map((value) => value ?? 0)) / 100) * 100;
  const x = (minute: number) => left + ((right - left) * minute) / (minutes - 1);
  const y = (megabytes: number) => bottom - ((bottom - top) * megabytes) / most;
  context.font = '14px sans-serif';
  for (let mark = 0; mark <= most; mark += 100) {
    context.fillStyle = '#e8ebf1';
    context.fillRect(left, y(mark), right - left, 1);
    context.fillStyle = '#707a90';
    context.fillText(`${mark} MB`, 8, y(mark) + 5);
  }
  context.fillText(title, left, 24);
  columns.forEach((column, i) => {
    const colour = colours[i % colours.length] ?? '#000000';
    context.strokeStyle = colour;
    context.lineWidth = 2;
    context.beginPath();
    column.forEach((value, minute) => {
      if (value !== undefined) context.lineTo(x(minute), y(value));
    });
    context.stroke();
    context.fillStyle = colour;
    context.fillText(logs[i]?.name ?? '', left + 110 * i, height - 14);
  });
  return canvas.toBuffer('image/png');
}
