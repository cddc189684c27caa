// `npm run bench`
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { FramemillError } from '@framemill/timeline';
import type { ShownFilm } from './batch/check-films.ts';
import { calledAs } from './command-line.ts';
import { isReachedBar } from './crowding/bars.ts';
import { plantedPath } from './crowding/plant.ts';
import type { CrowdingFigures } from './crowding/search.ts';
import { fullHd, ultraHd } from './measure/inspect-video.ts';
import { describeMachine } from './measure/machine.ts';
import { makeMedia, makePreviewMedia, maker, makeUltraHdMedia } from './media.ts';
import { type BenchOptions, help, parseBenchOptions } from './options.ts';
import { drawBytes } from './report/bytes-chart.ts';
import { drawFilms, drawScaling, drawSimulator, drawStudio } from './report/charts.ts';
import { toMarkdown } from './report/markdown.ts';
import type { Results } from './report/results.ts';
import { drawChart } from './report/scene-chart.ts';
import { scenes } from './scenes/index.ts';
import { measureApiCommands } from './suites/api-commands.ts';
import { measureApiPoll } from './suites/api-poll.ts';
import { measureApiSoak } from './suites/api-soak.ts';
import { measureBatch } from './suites/batch.ts';
import { measureBrowserEngine } from './suites/browser-engine.ts';
import { measureBytes } from './suites/bytes.ts';
import { measureEdit } from './suites/edit.ts';
import { type GraphicsCardFigures, measureGraphicsCard } from './suites/graphics-card.ts';
import { measureIsolation } from './suites/isolation.ts';
import { measurePeers, type PeerFigures } from './suites/peers.ts';
import { measurePreview } from './suites/preview.ts';
import { measureQuotes } from './suites/quotes.ts';
import { measureScale } from './suites/scale.ts';
import { measureScaling } from './suites/scaling.ts';
import type { LengthFigures } from './suites/scene-figures.ts';
import { measureScenes } from './suites/scenes.ts';
import { measureShortFilms } from './suites/short-films.ts';
import { measureSimulator } from './suites/simulator.ts';
import { measureStudio } from './suites/studio.ts';
import { measureTenancy } from './suites/tenancy.ts';
import { measureThroughput } from './suites/throughput.ts';
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
  const wanted = scenes.filter((scene) => wants(scene.name) && !scene.size);
  const ultra = scenes.filter((scene) => wants(scene.name) && scene.size === ultraHd);
  const lengths: LengthFigures[] = [];
  const hasMelt = spawnSync('melt', ['-version']).status === 0;
  if (!hasMelt) log('melt (MLT) is not installed: not compared with it.');
  if (wanted.length > 0) {
    for (const seconds of options.seconds) {
      const media = await makeMedia(mediaFolder, seconds, log);
      // MLT takes five times as long as everything else together: it runs only at the shorter length.
      const mlt = hasMelt && seconds <= 10;
      lengths.push(
        await measureScenes({ root, scenes: wanted, seconds, size: fullHd, runs: options.runs, media, mlt, log }),
      );
    }
  }
  if (ultra.length > 0) {
    const media = await makeUltraHdMedia(mediaFolder, log);
    const what = { scenes: ultra, seconds: 10, size: ultraHd, media, mlt: false };
    lengths.push(await measureScenes({ root, ...what, runs: options.runs, log }));
  }
  const preview = wants('preview')
    ? await measurePreview(await makePreviewMedia(mediaFolder, await makeMedia(mediaFolder, 10, log), log), log)
    : undefined;
  const edit = wants('edit') ? await measureEdit(await makeMedia(mediaFolder, 10, log), options.runs, log) : undefined;
  const studio = wants('studio')
    ? await measureStudio(
        await makePreviewMedia(mediaFolder, await makeMedia(mediaFolder, 10, log), log),
        options.runs,
        log,
      )
    : undefined;
  const engine = wants('browser-engine')
    ? await measureBrowserEngine(
        { root, media: await makeMedia(mediaFolder, 10, log), runs: options.runs, minutes: options.soakMinutes },
        log,
      )
    : undefined;
  const batch = wants('batch') ? await measureBatch(root, options, log) : undefined;
  const results: Results = {
    machine: describeMachine(),
    date,
    command: calledAs('bench'),
    runs: options.runs,
    lengths,
    ...(wants('timeline') ? { timeline: measureTimeline(Math.max(5, options.runs)) } : {}),
    ...(preview ? { preview } : {}),
    ...(edit ? { edit } : {}),
    ...(wants('short-films')
      ? { shortFilms: await measureShortFilms(root, await makeMedia(mediaFolder, 10, log), options.runs, log) }
      : {}),
    ...(wants('bytes')
      ? { bytes: await measureBytes({ root, make: maker(mediaFolder, log), seconds: bytesSeconds(options) }, log) }
      : {}),
    ...(wants('peers') ? { peers: await comparePeers(options) } : {}),
    ...(wants('api-poll') ? { apiPoll: await measureApiPoll(options.loadSeconds, log) } : {}),
    ...(wants('api-commands') ? { apiCommands: await measureApiCommands(options.loadSeconds, log) } : {}),
    ...(wants('api-soak') ? { apiSoak: await measureApiSoak(options.soakMinutes, log) } : {}),
    ...(wants('tenancy') ? { tenancy: await measureTenancy(log) } : {}),
    ...(wants('isolation') ? { isolation: await searchIsolation(options) } : {}),
    ...(wants('simulator') ? { simulator: measureSimulator(log) } : {}),
    ...(wants('scale') ? { scale: await measureScale(root, options.scale, log) } : {}),
    ...(wants('gpu') ? { graphicsCard: await measureCard(options.runs) } : {}),
    ...(studio ? { studio: studio.figures } : {}),
    ...(engine ? { browserEngine: engine.figures } : {}),
    ...(wants('throughput') ? { throughput: await measureThroughput(root, log) } : {}),
    ...(wants('quotes')
      ? { quotes: await measureQuotes(await makeMedia(mediaFolder, 10, log), options.quotedRenders, log) }
      : {}),
    ...(batch ? { batch: batch.figures } : {}),
    ...(wants('scaling')
      ? { scaling: await measureScaling(root, await makeMedia(mediaFolder, 10, log), options.runs, log) }
      : {}),
  };
  write(options.name, results, { editor: studio?.picture, worst: engine?.worst, films: batch?.shown });
}

/** Returns the duration of the test videos of the `bytes` benchmark in seconds: 30, or 2 in a short run. */
function bytesSeconds({ seconds }: BenchOptions): number {
  return Math.min(30, ...seconds.filter((one) => one < 10));
}

async function comparePeers({ seconds, runs }: BenchOptions): Promise<PeerFigures> {
  const folders = { root, mediaFolder, scratch: join(mediaFolder, 'peers') };
  return measurePeers(folders, Math.min(...seconds), runs, log);
}

async function measureCard(runs: number): Promise<GraphicsCardFigures> {
  const media = await makeMedia(mediaFolder, 10, log);
  return measureGraphicsCard(media, () => makeUltraHdMedia(mediaFolder, log), runs, log);
}

/**
 * Runs the isolation search. Sets the exit code to 1 when a limit is exceeded, or when the search misses a fault that
 * was added on purpose.
 */
async function searchIsolation({
  crowdSeconds: seconds,
  seed,
  plant,
  attacks,
}: BenchOptions): Promise<CrowdingFigures> {
  const options = { seconds, seed: seed ?? randomInt(2 ** 31), plant, attacks };
  const figures = await measureIsolation(root, options, log);
  const planted = figures.findings.find(({ attack }) => attack.includes(plantedPath));
  if (plant !== null) {
    log(planted ? `found after ${planted.afterSec.toFixed(0)} s, by ${planted.attack}` : `${plant} was not found`);
    process.exitCode = planted ? 0 : 1;
  } else if (!figures.bars.every(isReachedBar)) process.exitCode = 1;
  return figures;
}

/** Images of a result page, as PNG. */
interface Images {
  readonly editor: Buffer | undefined;
  /** Frames of the browser engine that differ most from those of a render node. */
  readonly worst: Buffer | undefined;
  readonly films: readonly ShownFilm[] | undefined;
}

function write(name: string, results: Results, { editor, worst, films }: Images): void {
  const folder = join(root, 'benchmarks/results');
  mkdirSync(folder, { recursive: true });
  const page = toMarkdown(results, name);
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(join(folder, `${name}.md`), page);
  const { lengths, shortFilms = [], machine } = results;
  if (lengths.length > 0 || shortFilms.length > 0) {
    const { processor, cores } = machine;
    const subtitle = `${processor}, ${cores} cores, medians of ${results.runs}, ${results.date.slice(0, 10)}`;
    writeFileSync(join(folder, `${name}.png`), drawChart(lengths, shortFilms, subtitle));
  }
  if (results.scaling) {
    const { processor, cores } = results.machine;
    const measured = `medians of ${results.runs}, ${results.date.slice(0, 10)}`;
    const subtitle = `Share of the ideal; ${processor}, ${cores} cores, ${measured}`;
    writeFileSync(join(folder, `${name}-scaling.png`), drawScaling(results.scaling, subtitle));
  }
  if (results.bytes) {
    const subtitle = `One pass of ffmpeg with x264 is 0 %; ${results.date.slice(0, 10)}`;
    writeFileSync(join(folder, `${name}-contents.png`), drawBytes(results.bytes, subtitle));
  }
  if (results.studio && editor) {
    const { processor, cores } = results.machine;
    const subtitle = `${processor}, ${cores} cores, ${results.date.slice(0, 10)}`;
    writeFileSync(join(folder, `${name}-studio.png`), drawStudio(results.studio, subtitle));
    writeFileSync(join(folder, `${name}-editor.png`), editor);
  }
  if (results.browserEngine && worst) writeFileSync(join(folder, `${name}-worst.png`), worst);
  if (films && films.length > 0) writeFileSync(join(folder, `${name}-films.png`), drawFilms(films));
  if (results.simulator) writeFileSync(join(folder, `${name}-simulator.png`), drawSimulator(results.simulator));
  process.stdout.write(`${page}\nWritten to ${folder}/${name}.json\n`);
}
