import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from '@framemill/compositor/chromium';
import { FramemillError } from '@framemill/timeline';
import { assertSameWork, fullHd } from '../measure/inspect-video.ts';
import { type RunFigures, runCommand } from '../measure/run-command.ts';
import { makeMedia } from '../media.ts';
import { filmOfPages, s5 } from '../scenes/s5.ts';
import { type SideFigures, sideFigures } from './scene-figures.ts';
import { encode } from './scenes.ts';

/** Results of scene S5, as implemented in Framemill and in the compared programs (peers). All figures are medians. */
export interface PeerFigures {
  readonly seconds: number;
  /** Results of the reference T: ffmpeg decodes a clip of the same length and encodes it again. */
  readonly t: SideFigures;
  readonly ours: SideFigures;
  readonly peers: readonly PeerSide[];
}

/** Results of one compared program that renders the scene. */
export interface PeerSide {
  readonly name: string;
  readonly version: string;
  readonly figures: SideFigures;
}

interface Peer {
  readonly name: string;
  /** npm packages with the versions that the scene was written for. Results name the version of the first one. */
  readonly packages: Readonly<Record<string, string>>;
  /** Returns the command that renders the scene in `folder`. */
  command(folder: string, outFile: string, browser: string): string[];
}

const remotion = '4.0.529';
const peers: readonly Peer[] = [
  {
    name: 'Remotion',
    packages: {
      ...{ remotion, '@remotion/renderer': remotion, '@remotion/bundler': remotion },
      ...{ react: '19.2.0', 'react-dom': '19.2.0' },
    },
    command: (folder, outFile, browser) => [process.execPath, join(folder, 'render.mjs'), outFile, browser],
  },
  {
    name: 'HyperFrames',
    packages: { hyperframes: '0.8.170' },
    command: (folder, outFile) => [
      ...[join(folder, 'node_modules/.bin/hyperframes'), 'render', folder, '--output', outFile],
      ...['--fps', '30', '--crf', '23', '--quality', 'draft', '--no-browser-gpu', '--quiet'],
    ],
  },
];

/**
 * Installs the compared programs (peers) from npm into `scratch` unless they are installed. Renders scene S5
 * alternately with each of them and with Framemill, and runs the reference T, in which ffmpeg decodes and encodes a
 * clip. Each run is a complete command, including the start of its browser. Throws without a browser, and when an
 * output differs in size, rate or frames.
 */
export async function measurePeers(
  { root, scratch, mediaFolder }: { root: string; scratch: string; mediaFolder: string },
  seconds: number,
  runs: number,
  log: (line: string) => void,
): Promise<PeerFigures> {
  const browser = findBrowser();
  if (browser === null)
    throw new FramemillError('not_configured', 'The benchmark "peers" needs Chromium, which is missing. Install it.');
  const media = await makeMedia(mediaFolder, seconds, log);
  const folders = new Map<Peer, string>();
  for (const peer of peers) folders.set(peer, await install(peer, { root, scratch, seconds, log }));
  const films = mkdtempSync(join(tmpdir(), 'framemill-bench-'));
  try {
    const project = join(films, 's5.json');
    writeFileSync(project, JSON.stringify(s5.document(seconds, media)));
    const sides = [
      { name: 'T', command: (out: string) => ['ffmpeg', '-y', '-v', 'error', '-i', media.videos.a, ...encode, out] },
      {
        name: 'Framemill',
        command: (out: string) => [
          ...[process.execPath, join(root, 'cli/src/main.ts'), 'render', project, '-o', out],
          '--no-cache',
        ],
      },
      ...peers.map((peer) => ({
        name: peer.name,
        command: (out: string) => peer.command(folders.get(peer) ?? '', out, browser),
      })),
    ].map((side) => ({ ...side, outFile: join(films, `${side.name}.mp4`), figures: [] as RunFigures[] }));
    // The peers must not access the network or send telemetry.
    const quiet = { CHROMIUM_PATH: browser, ...privacy, ...browserOf(browser) };
    for (let round = 1; round <= runs; round++) {
      for (const { name, command, outFile, figures } of sides) {
        rmSync(outFile, { force: true });
        figures.push(await runCommand(command(outFile), quiet));
        await assertSameWork(outFile, seconds * 30, fullHd);
        log(`${seconds} s of S5, round ${round}: ${name} ${figures.at(-1)?.wallSec.toFixed(1)} s`);
      }
    }
    const [t, ours, ...others] = sides.map(({ figures, outFile }) => sideFigures(figures, statSync(outFile).size));
    if (!t || !ours)
      throw new FramemillError(
        'internal_error',
        'The comparison with other renderers has no completed runs. See its log.',
      );
    return {
      ...{ seconds, t, ours },
      peers: others.map((figures, i) => ({ name: peers[i]?.name ?? '', version: versionOf(peers[i]), figures })),
    };
  } finally {
    rmSync(films, { recursive: true, force: true });
  }
}

const privacy = { DO_NOT_TRACK: '1', HYPERFRAMES_NO_TELEMETRY: '1', HYPERFRAMES_NO_UPDATE_CHECK: '1' };

function browserOf(path: string): Record<string, string> {
  return { HYPERFRAMES_BROWSER_PATH: path, PUPPETEER_EXECUTABLE_PATH: path };
}

function versionOf(peer: Peer | undefined): string {
  return Object.values(peer?.packages ?? {})[0] ?? '';
}

/** Creates a folder with a peer's npm packages and its implementation of the scene. */
async function install(
  { name, packages }: Peer,
  { root, scratch, seconds, log }: { root: string; scratch: string; seconds: number; log: (line: string) => void },
): Promise<string> {
  const folder = join(scratch, name.toLowerCase());
  mkdirSync(folder, { recursive: true });
  const manifest = { name: `s5-for-${name.toLowerCase()}`, private: true, type: 'module', dependencies: packages };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
  log(`installing ${name} into ${folder}`);
  await runCommand(['npm', 'install', '--prefix', folder, '--no-audit', '--no-fund', '--prefer-offline']);
  const source = join(root, 'benchmarks/peers');
  cpSync(join(source, name.toLowerCase()), folder, { recursive: true });
  cpSync(join(source, 'motion.js'), join(folder, 'motion.js'));
  writeFileSync(join(folder, 'film.js'), `globalThis.film = ${JSON.stringify(filmOfPages(seconds), null, 2)};\n`);
  const font = createRequire(import.meta.url).resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf');
  for (const place of ['', 'public']) {
    mkdirSync(join(folder, place), { recursive: true });
    cpSync(font, join(folder, place, 'Inter-Bold.ttf'));
  }
  return folder;
}
