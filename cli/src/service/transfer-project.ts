import { rm } from 'node:fs/promises';
import { startRenderChild } from '@framemill/compositor/child';
import { browserEnvironment } from '@framemill/compositor/chromium';
import type { TransferOptions } from '../options.ts';
import { readMediaOptions } from '../project/media-options.ts';
import { writtenDocument } from '../project/open-document.ts';
import { probeWith } from '../project/probe-with.ts';
import { readProject } from '../project/read-project.ts';
import { createScratch } from '../scratch-folder.ts';
import { pullProject } from './pull-project.ts';
import { type PushedFile, pushProject } from './push-project.ts';
import { openService } from './service.ts';

/**
 * Sends a project file to a service (push), or fetches it from there (pull). Returns the result as text and as data.
 * Throws `FramemillError`.
 */
export async function transferProject(
  options: TransferOptions,
  signal: AbortSignal,
): Promise<{ text: string; result: unknown }> {
  const service = await openService(options, signal);
  if (options.direction === 'pull') {
    const result = await pullProject(service, options.projectId ?? '', options.folder);
    const text =
      `pulled ${result.projectId} (rev ${result.rev}) into ${result.project}: ${result.fetched} of ${result.media} ` +
      `files fetched\n`;
    return { text, result };
  }
  const result = await pushProject(service, await openFile(options, signal), options.projectId);
  const { projectId, rev, isNew, sent, media } = result;
  const text =
    `pushed ${options.projectPath} to ${isNew ? 'the new project ' : ''}${projectId} (rev ${rev}): ${sent} of ` +
    `${media} files sent\n`;
  return { text, result };
}

/** Reads and validates a project file. If the file contains commands, returns the document that they create. */
async function openFile(
  options: Extract<TransferOptions, { direction: 'push' }>,
  signal: AbortSignal,
): Promise<PushedFile> {
  const file = await readProject(options.projectPath);
  const files = await readMediaOptions(options);
  const scratch = await createScratch();
  const child = startRenderChild({ env: browserEnvironment(process.env) });
  const stop = () => child.kill();
  signal.addEventListener('abort', stop);
  try {
    const finder = { mediaRoot: file.mediaRoot, files, probe: probeWith([child], 'ends') };
    const { document } = await writtenDocument(file, finder, { child, scratch });
    return { projectPath: options.projectPath, document, mediaRoot: file.mediaRoot, files };
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
    await child.exited;
    await rm(scratch, { recursive: true, force: true });
  }
}
