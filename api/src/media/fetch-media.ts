import { FramemillError } from '@framemill/timeline';
import type { Caller } from '../auth/caller.ts';
import type { RouteServices } from '../deps.ts';
import { withScratchFolder } from '../transfers/scratch-folder.ts';
import { downloadFile } from './download-file.ts';
import type { MediaRow } from './media-record.ts';
import { receivedUpload } from './received-upload.ts';
import { checkStorage } from './storage.ts';
import { storeUpload } from './store-upload.ts';

/**
 * Maximum size of an import and of an upload through the route for large files, on every plan, in MB of 1,048,576
 * bytes.
 * Such files are written to disk as they arrive.
 */
export const MAX_IMPORT_MB = 512;

/** Maximum duration of an import up to its last byte, in ms. */
const IMPORT_TIMEOUT_MS = 120_000;

/**
 * Downloads a file from an address given by the caller and stores it as the caller's upload.
 * Failures are counted in the metrics by their reason.
 */
export async function fetchMedia(
  deps: RouteServices,
  caller: Caller,
  { url, name }: { url: string; name?: string },
): Promise<MediaRow> {
  const maxBytes = Math.min(MAX_IMPORT_MB, caller.plan.maxUploadMb) * 1_048_576;
  const { disk, slowest } = deps.transfers;
  const timeoutMs = deps.importTimeoutMs ?? IMPORT_TIMEOUT_MS;
  const imported = disk.hold(caller.accountId, 'import', async (share) => {
    // Checked before the download, not after it.
    await checkStorage(deps, caller, 1);
    return withScratchFolder(async (folder) => {
      const file = await downloadFile(deps.outbound, url, { maxBytes, timeoutMs, slowest, share }, folder);
      return storeUpload(deps, caller, receivedUpload(file, name ?? file.name, 'body.url'));
    });
  });
  return imported.catch((error: unknown) => {
    const reason = error instanceof FramemillError ? error.code : 'internal_error';
    deps.metrics.importsRejected.inc({ reason });
    throw error;
  });
}
