import { spawnSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';

/** Machine on which figures were measured. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryBytes: number;
  readonly platform: string;
  readonly node: string;
  readonly ffmpeg: string;
}

/** Origin of figures: machine, time and command line. */
export interface Origin {
  readonly machine: Machine;
  /** ISO date and time. */
  readonly date: string;
  readonly command: string;
}

/** Returns the description of this machine. */
export function describeMachine(): Machine {
  // ffmpeg is optional here: benchmarks that need it report its absence themselves.
  const { stdout } = spawnSync('ffmpeg', ['-version'], { encoding: 'utf8' });
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryBytes: totalmem(),
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
    ffmpeg: /^ffmpeg version (\S+)/.exec(stdout ?? '')?.[1] ?? 'not installed',
  };
}

/** Returns the origin of figures as the first lines of a Markdown list. */
export function originLines({ machine, date, command }: Origin): string[] {
  const { processor, cores, memoryBytes, platform } = machine;
  return [
    `- Machine: ${processor}, ${cores} cores, ${Math.round(memoryBytes / 2 ** 30)} GiB of memory, ${platform}`,
    `- Date: ${date}`,
    `- Command: \`${command}\``,
  ];
}
