import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { FramemillError } from '@framemill/timeline/errors';
import { isRecord } from '@framemill/timeline/rendering';
import type { Answer } from '../print-answer.ts';
import type { DestinationOptions } from '../service-options.ts';
import { requireRecord } from './follow.ts';
import { askJson, askPages, openService } from './service.ts';

type Destination = Record<string, unknown>;

/**
 * Lists, adds, tests or removes destinations to which a service delivers files. The service never returns their
 * credentials. Throws `FramemillError`.
 */
export async function askDestinations(options: DestinationOptions, signal: AbortSignal): Promise<Answer> {
  const service = await openService(options, signal);
  const { verb, target } = options;
  const path = `/v1/destinations/${encodeURIComponent(target)}`;
  switch (verb) {
    case 'list': {
      const destinations = await askPages(service, '/v1/destinations?limit=100', 'destinations');
      return { text: destinations.map(lineOf).join(''), result: { destinations }, fault: null };
    }
    case 'add': {
      const json = await readTarget(target);
      return tested(await askJson(service, '/v1/destinations', { method: 'POST', json }));
    }
    case 'test':
      return tested(await askJson(service, `${path}/test`, { method: 'POST' }));
    case 'remove': {
      const result = await askJson(service, path, { method: 'DELETE' });
      return { text: `removed ${target}\n`, result, fault: null };
    }
  }
}

function tested(answer: Record<string, unknown>): Answer {
  const destination = requireRecord(answer, 'destination');
  const { note } = requireRecord(answer, 'check');
  const remark = typeof note === 'string' ? `${note}\n` : '';
  return { text: `${lineOf(destination)}${remark}`, result: answer, fault: null };
}

function lineOf({ id, kind, name, settings }: Destination): string {
  const { bucket, prefix, url, host, folder } = isRecord(settings) ? settings : {};
  const place = [bucket ?? url ?? host, prefix ?? folder].filter((part) => typeof part === 'string' && part !== '');
  return `${id}  ${String(kind).padEnd(4)}  ${place.join('/')}  ${name}\n`;
}

async function readTarget(file: string): Promise<unknown> {
  const source = file === '-' ? 'Standard input' : file;
  const json = await (file === '-' ? text(process.stdin) : readFile(file, 'utf8')).catch((cause: unknown) => {
    throw new FramemillError('not_found', `${source} cannot be read. Check the path.`, {}, { cause });
  });
  try {
    return JSON.parse(json);
  } catch {
    const message = `${source} is not JSON. Use the form { "name": "Archive", "s3": { "bucket": ... } }.`;
    // The parser's message would quote the file, which contains credentials.
    throw new FramemillError('invalid_request', message);
  }
}
