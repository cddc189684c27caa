// `npm run bench`
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { FramemillError } from '@framemill/timeline';
import { makeMedia } from './media/make-media.ts';
import { makePreviewMedia } from './media/make-preview-media.ts';
import { type BenchOptions, help, parseBenchOptions } from './options.ts';
import { drawChart } from './report/chart.ts';
import { describeMachine } from './report/machine.ts';
import { toMarkdown } from './report/markdown.ts';
import type { Results } from './report/results.ts';
import { scenes } from './scenes/index.ts';
import { measureApiCommands } from './suites/api-commands.ts';
import { measureApiPoll } from './suites/api-poll.ts';
import { measurePreview } from './suites/preview.ts';
import type { LengthFigures } from './suites/scene-figures.ts';
import { measureScenes } from './suites/scenes.ts';
import { measureTenancy } from './suites/tenancy.ts';
import { measureTimeline } from './suites/timeline.ts';

const root = resolve(import.meta.dirname, '../..');
const mediaFolder = join(root, 'benchmarks/media');
const log = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

try {
  const options = parseBenchOptions(process.argv.slice(2));
  if (options) await bench(options);
  else process.stdout.write(help);
} catch (error) {
  process.stderr.write(`${error instanceof FramemillError ? `Error: ${error.message}` : String(error)}\n`);
  process.exitCode = 1;
}

async function bench(options: BenchOptions): Promise<void> {
  const date = new Date().toISOString();
  const wants = (name: string) => options.only.includes(name);
  const wanted = scenes.filter((scene) => wants(scene.name));
  const lengths: LengthFigures[] = [];
  const hasMelt = spawnSync('melt', ['-version']).status === 0;
  if (!hasMelt) log('melt (MLT) is not installed: not compared with it.');
  if (wanted.length > 0) {
    for (const seconds of options.seconds) {
      const media = await makeMedia(mediaFolder, seconds, log);
      // MLT takes five times as long as the rest together: at the shorter length only.
      const mlt = hasMelt && seconds <= 10;
      lengths.push(await measureScenes({ root, scenes: wanted, seconds, runs: options.runs, media, mlt, log }));
    }
  }
  const preview = wants('preview')
    ? await measurePreview(root, await makePreviewMedia(mediaFolder, await makeMedia(mediaFolder, 10, log), log), log)
    : undefined;
  const results: Results = {
    machine: describeMachine(),
    date,
    command: `npm run bench -- ${process.argv.slice(2).join(' ')}`.trim().replace(/ --$/, ''),
    runs: options.runs,
    lengths,
    ...(wants('timeline') ? { timeline: measureTimeline(Math.max(5, options.runs)) } : {}),
    ...(preview ? { preview } : {}),
    ...(wants('api-poll') ? { apiPoll: await measureApiPoll(root, options.loadSeconds, log) } : {}),
    ...(wants('api-commands') ? { apiCommands: await measureApiCommands(root, options.loadSeconds, log) } : {}),
    ...(wants('tenancy') ? { tenancy: await measureTenancy(root, log) } : {}),
  };
  write(options.name, results);
}

function write(name: string, results: Results): void {
  const folder = join(root, 'benchmarks/results');
  mkdirSync(folder, { recursive: true });
  const page = toMarkdown(results);
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(join(folder, `${name}.md`), page);
  const longest = results.lengths.toSorted((a, b) => b.seconds - a.seconds)[0];
  if (longest) {
    const { machine } = results;
    const subtitle = `${longest.seconds} s of 1080p30, ${machine.processor}, ${machine.cores} cores, medians of ${results.runs}, ${results.date.slice(0, 10)}`;
    writeFileSync(join(folder, `${name}.png`), drawChart(longest, subtitle));
  }
  process.stdout.write(`${page}\nWritten to ${folder}/${name}.json\n`);
}
