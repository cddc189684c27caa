import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { startRenderChild } from '@framemill/compositor/child';
import { browserEnvironment } from '@framemill/compositor/chromium';
import type { PreviewOptions } from '../options.ts';
import { createScratch } from '../scratch-folder.ts';
import { loadFilm } from './load-film.ts';
import { startPreviewServer } from './preview-server.ts';

/**
 * Event of a preview. The first one contains the URL of the preview; the others report each save of the project file.
 */
export type PreviewNews = { url: string } | { saved: string; errors: readonly string[] };

/** Delay in ms from a change of the project file until it is read, because editors write a file in several steps. */
const SETTLE_MS = 60;

/**
 * Serves a preview of a project file to browsers on this computer until `signal` is aborted. Throws `invalid_request`
 * when the port is in use.
 */
export async function previewProject(
  options: PreviewOptions,
  signal: AbortSignal,
  tell: (news: PreviewNews) => void,
): Promise<void> {
  const path = resolve(options.projectPath);
  const server = await startPreviewServer(basename(path), options.port);
  const scratch = await createScratch();
  const child = startRenderChild({ env: browserEnvironment(process.env) });
  const load = async () => {
    const film = await loadFilm(options, { child, scratch });
    server.show(film);
    tell({ saved: options.projectPath, errors: film.errors });
  };
  try {
    tell({ url: server.url });
    if (options.open) openInBrowser(server.url);
    if (options.watch) await whileSaved(path, signal, load);
    else {
      await load();
      await ended(signal);
    }
  } finally {
    child.kill();
    await child.exited;
    await server.close();
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Calls `load` now and after each save of the file, never concurrently, until `signal` is aborted. */
async function whileSaved(path: string, signal: AbortSignal, load: () => Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let loading: Promise<void> = Promise.resolve();
  let failed: (reason: unknown) => void = () => undefined;
  const failure = new Promise<never>((_, reject) => {
    failed = reject;
  });
  const next = () => {
    loading = loading.then(load).catch(failed);
  };
  // Watches the folder, because many editors replace the file by a new one.
  const watcher = watch(dirname(path), (_, name) => {
    if (name !== null && name !== basename(path)) return;
    clearTimeout(timer);
    timer = setTimeout(next, SETTLE_MS);
  });
  // Called after the watch starts: a save in between would be missed.
  next();
  try {
    await Promise.race([ended(signal), failure]);
  } finally {
    clearTimeout(timer);
    watcher.close();
    await loading;
  }
}

function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolveEnd) => {
    if (signal.aborted) return resolveEnd();
    // The server keeps the process alive.
    signal.addEventListener('abort', () => resolveEnd(), { once: true });
  });
}

function openInBrowser(url: string): void {
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open';
  const child = spawn(opener, [url], { stdio: 'ignore', detached: true });
  child.once('error', () => process.stderr.write(`No browser could be opened (${opener}). Open ${url}\n`));
  child.unref();
}
