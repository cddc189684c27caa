import { originLines } from '../measure/machine.ts';
import type { EditFigures } from '../suites/edit.ts';
import type { ScalingResults } from '../suites/scaling.ts';
import { codecsOfT, type LengthFigures, type SceneFigures, type SideFigures } from '../suites/scene-figures.ts';
import { bytesTable, graphicsCardTable, peersTable } from './comparison-tables.ts';
import { engineTables } from './engine-tables.ts';
import type { Results } from './results.ts';
import { scaleTables } from './scale-tables.ts';
import { batchTable, isolationTable, quotesTable, shortFilmsTable, studioTable } from './service-tables.ts';

/**
 * Returns results as a Markdown page: machine, date, command, a table for each length, and the service's figures.
 * `name` is the base name of the images.
 */
export function toMarkdown(results: Results, name = 'latest'): string {
  const { machine } = results;
  const head = [
    '# Benchmark results',
    '',
    ...originLines(results),
    `- Node ${machine.node}, ffmpeg ${machine.ffmpeg}; medians of ${results.runs} rounds, all sides in turns`,
    '',
  ];
  return [
    ...head,
    ...results.lengths.flatMap(lengthTable),
    ...shortFilmsTable(results),
    ...bytesTable(results, name),
    ...peersTable(results),
    ...serviceTable(results),
    ...isolationTable(results),
    ...scalingTable(results),
    ...simulatorTable(results),
    ...scaleTables(results),
    ...throughputTable(results),
    ...quotesTable(results),
    ...batchTable(results, name),
    ...graphicsCardTable(results),
    ...studioTable(results, name),
    ...engineTables(results, name),
  ].join('\n');
}

const sceneColumns = [
  ...['scene', 'Framemill', 'of T', 'CPU', 'of T', 'codecs alone, CPU', 'of T', 'over them', 'best ffmpeg graph'],
  ...['of T', 'CPU', 'of T', 'Framemill is', 'MLT of T', 'Framemill is', 'peak of a process', 'PSNR Y'],
];

function lengthTable(length: LengthFigures): string[] {
  const { t } = length;
  return [
    `## ${length.seconds} s of ${length.size ?? '1080p30'} (${length.seconds * 30} frames)`,
    '',
    'T is a run of ffmpeg that decodes one clip and encodes it again (x264 veryfast, crf 23):',
    `${seconds(t.medianWallSec)} wall, ${seconds(t.medianCpuSec)} CPU.`,
    'The columns "of T" are wall or CPU times, divided by the wall or CPU time of T; lower is faster. "Codecs alone"',
    'is the CPU time of ffmpeg when it only decodes every video clip and encodes our frames, with one thread for each',
    'decoder and encoder. "Over them" is the further CPU time that Framemill needs, in percent of "codecs alone".',
    '"PSNR Y" compares the brightness of the frames in the file of Framemill with those in the file of the ffmpeg',
    'graph, or in the file of T if the scene needs no filters.',
    '',
    `| ${sceneColumns.join(' | ')} |`,
    `|${'---|'.repeat(sceneColumns.length)}`,
    ...length.scenes.map((scene) => sceneRow(scene, t)),
    '',
  ];
}

function sceneRow(scene: SceneFigures, t: SideFigures): string {
  const { ours, mlt, fasterThanMlt } = scene;
  const cells = [
    `${scene.scene}: ${scene.about}`,
    seconds(ours.medianWallSec),
    scene.ratioToT.toFixed(2),
    seconds(ours.medianCpuSec),
    scene.cpuRatioToT.toFixed(2),
    ...codecsCells(scene, t),
    ...peerCells(scene, t),
    mlt ? (mlt.medianWallSec / t.medianWallSec).toFixed(2) : 'not run',
    fasterThanMlt ? `${fasterThanMlt.toFixed(2)} x as fast` : '-',
    ours.peakProcessBytes === null ? 'not measured' : `${Math.round(ours.peakProcessBytes / 1e6)} MB`,
    scene.psnr ? `${scene.psnr.luma.toFixed(1)} dB` : '-',
  ];
  return `| ${cells.join(' | ')} |`;
}

/**
 * Returns two table cells: the processor time of the codecs alone, and the further processor time of the scene relative
 * to that of the codecs.
 */
function codecsCells(scene: SceneFigures, t: SideFigures): string[] {
  const ofT = codecsOfT(scene, t);
  if (!ofT) return ['-', '-', '-'];
  const over = Math.round((scene.cpuRatioToT / ofT - 1) * 100);
  return [seconds(ofT * t.medianCpuSec), ofT.toFixed(2), `${over < 0 ? '' : '+'}${over} %`];
}

function peerCells({ ffmpeg, fasterThanFfmpeg, psnr, ratioToT }: SceneFigures, t: SideFigures): string[] {
  if (ffmpeg) {
    const faster = `${(fasterThanFfmpeg ?? 0).toFixed(2)} x as fast`;
    const wall = [seconds(ffmpeg.medianWallSec), (ffmpeg.medianWallSec / t.medianWallSec).toFixed(2)];
    return [...wall, seconds(ffmpeg.medianCpuSec), (ffmpeg.medianCpuSec / t.medianCpuSec).toFixed(2), faster];
  }
  if (!psnr) return ['no graph draws it', '-', '-', '-', '-'];
  return ['T itself', '1.00', seconds(t.medianCpuSec), '1.00', `${(1 / ratioToT).toFixed(2)} x as fast`];
}

function serviceTable(results: Results): string[] {
  const { apiPoll, apiCommands, apiSoak, tenancy, edit, preview, timeline } = results;
  const rows: string[] = [];
  if (apiPoll) {
    rows.push(
      `| \`GET /v1/renders/{id}\`, ${apiPoll.keys} keys, ${apiPoll.connections} connections, API on one core | ` +
        `${Math.round(apiPoll.answersPerSec)} answers/s, p50 ${apiPoll.p50Ms} ms, p99 ${apiPoll.p99Ms} ms, ` +
        `${apiPoll.notOk} not 200 |`,
    );
  }
  if (apiCommands) {
    rows.push(
      `| \`POST /v1/projects/{id}/commands\`, ${apiCommands.commands} commands on ${apiCommands.clips} clips, ` +
        `${apiCommands.projects} projects, ${apiCommands.connections} connections, API on one core | ` +
        `${Math.round(apiCommands.batchesPerSec)} batches/s, p50 ${shortMs(apiCommands.p50Ms)}, ` +
        `p99 ${shortMs(apiCommands.p99Ms)}, all succeeded |`,
    );
  }
  if (apiSoak) {
    const { minutes, pollsPerSec, editsPerSec, residentMb, growth } = apiSoak;
    rows.push(
      `| memory of the API process over ${minutes} minutes of ${pollsPerSec} polls and ${editsPerSec} batches of ` +
        `commands a second, all answered 200 | ${residentMb.map((mb) => Math.round(mb)).join(', ')} MB ` +
        `(medians of the minutes); the last ${growth.toFixed(2)} of the middle one |`,
    );
  }
  for (const { route, calls, foreignMs, unknownMs } of tenancy ?? []) {
    rows.push(
      `| \`${route}\`: 404 for another account's, and for none (medians of ${calls}) | ` +
        `${foreignMs.toFixed(3)} ms and ${unknownMs.toFixed(3)} ms: ` +
        `${((foreignMs / unknownMs - 1) * 100).toFixed(1)} % apart, at most 10 % |`,
    );
  }
  if (preview) {
    rows.push(
      `| preview frame over HTTP, ${preview.seconds} s of uploads with key frames 10 s apart, ` +
        `warm (${preview.frames} frames) | p50 ${preview.p50Ms.toFixed(0)} ms, p95 ${preview.p95Ms.toFixed(0)} ms |`,
    );
  }
  rows.push(...(edit ?? []).flatMap(editRows));
  for (const { what, medianMs, medianCpuMs, mostMs } of timeline ?? []) {
    const verdict = medianMs > mostMs ? `**more than ${mostMs} ms**` : `at most ${mostMs} ms`;
    rows.push(`| ${what} | ${shortMs(medianMs)} (CPU ${shortMs(medianCpuMs)}), ${verdict} |`);
  }
  return rows.length === 0 ? [] : ['## The service', '', '| what | measured |', '|---|---|', ...rows, ''];
}

function editRows({ film, full, edits }: EditFigures): string[] {
  const of = (run: typeof full) => `${seconds(run.wallSec)}, ${run.rendered} of ${run.segments} segments rendered`;
  return [
    `| a minute of ${film} through the service, first render | ${of(full)} |`,
    ...edits.map(({ what, run, ratio, most }) => {
      const goal = most === null ? '' : ratio > most ? `, **more than ${most}**` : `, at most ${most}`;
      return `| ${film}: ${what} | ${of(run)}; ${ratio.toFixed(3)} of the first${goal} |`;
    }),
  ];
}

function scalingTable({ scaling }: Results): string[] {
  if (!scaling) return [];
  const rows = (what: string, figures: ScalingResults['paced'], least: number) =>
    figures.map(({ slots, frames, wallSec, efficiency }) => {
      const verdict = efficiency >= least ? `at least ${least}` : `**less than ${least}**`;
      return `| ${what} | ${slots} | ${frames} | ${wallSec.toFixed(2)} s | ${efficiency.toFixed(3)} | ${verdict} |`;
    });
  return [
    '## Scaling',
    '',
    'From admission until the file is there. 1 is ideal: the time that a slot sleeps, or that of one slot divided by',
    'their number. The minute that sleeps takes as long as the real one on one slot.',
    '',
    '| segments | slots | frames | wall | share of the ideal | wanted |',
    '|---|---|---|---|---|---|',
    ...rows(`sleep ${scaling.msPerFrame} ms a frame`, scaling.paced, 0.9),
    ...rows(`a minute, sleep ${scaling.minuteMsPerFrame} ms a frame`, scaling.minute, 0.85),
    ...rows('real, 1080p', scaling.real, 0.85),
    '',
  ];
}

function simulatorTable({ simulator }: Results): string[] {
  if (!simulator) return [];
  const rows = simulator.comparisons.map(
    ({ what, nodes, fair, fifo }) => `| ${what}, ${nodes} nodes | ${fair} | ${fifo} |`,
  );
  return [
    '## The policy in virtual time',
    '',
    `Simulated nodes of two slots, seed ${simulator.seed}.`,
    '',
    '| what | Framemill | FIFO, without speculative attempts |',
    '|---|---|---|',
    ...rows,
    '',
  ];
}

function throughputTable({ throughput }: Results): string[] {
  if (!throughput) return [];
  const { segments, ranges, segmentsPerSec, schedulerCpuMsPerSegment, redisPeakBytes, mostJobs } = throughput;
  return [
    '## The scheduler alone',
    '',
    `${segments} segments in ${ranges} ranges that take no time, ${throughput.slots} slots:`,
    `${Math.round(segmentsPerSec)} segments/s released and committed (at least 500 are wanted),`,
    `${schedulerCpuMsPerSegment.toFixed(2)} ms of processor time of the scheduler each.`,
    `Redis held ${mostJobs} jobs at most and grew by ${(redisPeakBytes / 1_048_576).toFixed(1)} MB.`,
    '',
  ];
}

function seconds(value: number): string {
  return `${value.toFixed(1)} s`;
}

function shortMs(value: number): string {
  return `${value.toFixed(value < 1 ? 3 : 1)} ms`;
}
