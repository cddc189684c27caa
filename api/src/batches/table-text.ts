import { subtitleText } from '@framemill/compositor/catalog';
import { readObject } from '@framemill/infra';
import { isUsable, resolveSources } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import type { ApiDeps } from '../deps.ts';

/**
 * Reads the text of an uploaded CSV table.
 * Throws `invalid_request` when the media is not a table, not ready, not UTF-8 or not the account's.
 */
export async function tableText(deps: ApiDeps, accountId: string, mediaId: string): Promise<string> {
  const source = (await resolveSources(deps, accountId, [mediaId])).get(mediaId);
  if (!source || !isUsable(source)) throw wrong(`csvMediaId: ${source?.problem ?? 'there is no such media'}.`);
  if (source.facts.kind !== 'table') {
    throw wrong(
      `csvMediaId "${mediaId}" is of kind ${source.facts.kind}, not a table. Upload a CSV file and use its id.`,
    );
  }
  const text = await readObject(deps.store, source.objectKey, subtitleText);
  if (text === null) throw wrong(`csvMediaId "${mediaId}" is not in UTF-8. Convert it and upload it again.`);
  return text;
}

function wrong(message: string): FramemillError {
  return new FramemillError('invalid_request', message, { field: 'body.csvMediaId' });
}
