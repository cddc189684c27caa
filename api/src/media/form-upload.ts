import { MAX_UPLOAD_MB } from '@framemill/compositor/catalog';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../auth/caller.ts';
import type { RouteServices } from '../deps.ts';
import { whileBodyFlows } from '../transfers/body-flow.ts';
import { withScratchFolder } from '../transfers/scratch-folder.ts';
import { mediaRecord } from './media-record.ts';
import { readUpload } from './read-upload.ts';
import { storeUpload } from './store-upload.ts';

/**
 * Reads a multipart upload to disk as it arrives, and stores it.
 * The maximum size is `mostMb` MB, or the plan's limit if that is lower. Throws the errors of `readUpload` and
 * `storeUpload`.
 */
export async function formUpload(
  deps: RouteServices,
  { request, reply, caller }: { request: FastifyRequest; reply: FastifyReply; caller: Caller },
  mostMb: number,
) {
  const maxBytes = Math.min(mostMb, caller.plan.maxUploadMb) * 1_048_576;
  const isSmallDoor = mostMb === MAX_UPLOAD_MB;
  const { transfers } = deps;
  return transfers.disk.hold(caller.accountId, 'upload', (share) =>
    withScratchFolder(async (folder) => {
      const upload = await whileBodyFlows(request, reply, transfers, (signal) =>
        readUpload(request, { maxBytes, isSmallDoor, share, signal }, folder),
      );
      return { media: mediaRecord(await storeUpload(deps, caller, upload)) };
    }),
  );
}
