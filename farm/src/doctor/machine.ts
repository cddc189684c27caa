import { execFile } from 'node:child_process';
import { availableParallelism, freemem, totalmem } from 'node:os';
import { promisify } from 'node:util';
import { openBrowser } from '@framemill/compositor/chromium';
import { freeBytes } from '@framemill/infra/process';
import { makeSettingFolder, scratchSetting } from '../node/scratch.ts';
import type { Check } from './check.ts';

/** Compares the number of slots with the CPU cores: one slot keeps about one core busy. */
export const slots: Check = {
  name: 'slots',
  async run({ settings: { slots: wanted, nodeId, pool } }) {
    const cores = availableParallelism();
    const details = { slots: wanted, cores, pool, nodeId };
    const text = `${wanted} in the pool ${pool}, ${cores} cores`;
    return wanted > cores
      ? { verdict: 'warn', text: `${text}: more slots than cores are no faster`, details }
      : { verdict: 'ok', text, details };
  },
};

/**
 * Number of render children that the memory check counts in addition to the slots: one for previews, one for probes and
 * two for ingests.
 */
const otherChildren = 4;

/** Compares the memory that all children may use together with the memory of this machine or its container. */
export const memory: Check = {
  name: 'memory',
  async run({ settings }) {
    // Node.js returns 0 or a huge number when no limit is set.
    const limit = process.constrainedMemory();
    const totalBytes = limit > 0 && limit < totalmem() ? limit : totalmem();
    const neededBytes = (settings.slots + otherChildren) * settings.childMemoryBytes;
    const details = { totalBytes, freeBytes: freemem(), childBytes: settings.childMemoryBytes, neededBytes };
    const text =
      `${gigabytes(totalBytes)} in all, ${gigabytes(freemem())} free; a child may take ` +
      `${gigabytes(settings.childMemoryBytes)}`;
    if (neededBytes <= totalBytes) return { verdict: 'ok', text, details };
    const advice =
      `${settings.slots} slots and ${otherChildren} other children may take ${gigabytes(neededBytes)} together: ` +
      'lower SLOTS or CHILD_MEMORY_MB, or add memory';
    return { verdict: 'warn', text: `${text}. ${advice}`, details };
  },
};

/** Checks the free disk space for the media cache and for the work in progress. */
export const disk: Check = {
  name: 'disk',
  async run({ settings: { mediaDir, scratchDir, mediaCacheBytes } }) {
    await makeSettingFolder(mediaDir, 'DATA_DIR');
    await makeSettingFolder(scratchDir, scratchSetting, 0o700);
    const [cache, scratch] = await Promise.all([freeBytes(mediaDir), freeBytes(scratchDir)]);
    const details = { mediaDir, cacheFreeBytes: cache, mediaCacheBytes, scratchDir, scratchFreeBytes: scratch };
    const text =
      `${gigabytes(cache)} free for a media cache of ${gigabytes(mediaCacheBytes)} in ${mediaDir}, ` +
      `${gigabytes(scratch)} for work in progress`;
    if (scratch < 2 * 1024 ** 3) return { verdict: 'fail', text: `${text}: too little to render`, details };
    const roomy = cache >= mediaCacheBytes;
    return { verdict: roomy ? 'ok' : 'warn', text: roomy ? text : `${text}: lower MEDIA_CACHE_MB`, details };
  },
};

function gigabytes(bytes: number): string {
  return `${(bytes / 1024 ** 3).toFixed(1)} GiB`;
}

const run = promisify(execFile);

// Runs in the page: the name of the WebGL renderer; null when there is none.
const askWebGl = `(() => {
  const gl = document.createElement('canvas').getContext('webgl2');
  const names = gl && gl.getExtension('WEBGL_debug_renderer_info');
  return gl && gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
})()`;

/**
 * Reports the name of this machine's OpenGL renderer, from `eglinfo` or else from the browser for HTML clips. It never
 * fails, because the pool `cpu` needs no OpenGL.
 */
export const gl: Check = {
  name: 'GL renderer',
  async run({ settings }) {
    const renderer = (await eglRenderer()) ?? (settings.htmlClips ? await browserRenderer() : null);
    const text = renderer ?? 'none found by eglinfo or a browser; only pools without GL can be served';
    return { verdict: 'ok', text, details: { renderer } };
  },
};

async function eglRenderer(): Promise<string | null> {
  try {
    const { stdout } = await run('eglinfo', ['-B'], { timeout: 10_000 });
    return /OpenGL (?:core profile |ES profile )?renderer(?: string)?: *(.+)/.exec(stdout)?.[1] ?? null;
  } catch {
    // Not installed, or no display of any kind: the browser is tried next.
    return null;
  }
}

async function browserRenderer(): Promise<string | null> {
  // A browser that is missing or does not start has no renderer: the check `Chromium` reports why.
  const browser = await openBrowser().catch(() => null);
  if (browser === null) return null;
  try {
    const page = await browser.newPage();
    const said: unknown = await page.evaluate(askWebGl);
    return typeof said === 'string' ? `${said} (in the browser)` : null;
  } finally {
    await browser.close();
  }
}

/** Checks the GPU for renders of the pool `gpu`. Without a GPU the node renders everything on its CPU. */
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
    const text =
      `${adapter.vendor} ${adapter.name} (${adapter.driver}); frames of ${size.width}x${size.height}: ` +
      `${speeds}${codecs}${unused}`;
    return { verdict: 'ok', text, details: { card, encoders, decoders } };
  },
};

function encoderState(name: string | null): string {
  if (name !== null) return `MP4 is encoded by ${name}`;
  return 'MP4 is encoded by x264: "npm run calibrate", then HARDWARE_ENCODERS=auto, to use one';
}
