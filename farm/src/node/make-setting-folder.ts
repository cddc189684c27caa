import { makeFolder } from '@framemill/infra/process';
import { FramemillError } from '@framemill/timeline/errors';

/**
 * Creates a folder that the configuration names. Throws `not_configured` with `setting`, the variable that sets its
 * path, when it cannot be created.
 */
export async function makeSettingFolder(folder: string, setting: string, mode?: number): Promise<void> {
  await makeFolder(folder, mode).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new FramemillError(
      'not_configured',
      `The folder "${folder}" cannot be created (${reason}). Set ${setting} to a folder with write permission.`,
      {},
      { cause },
    );
  });
}

/** Description of the setting that determines the folder for work in progress. */
export const scratchSetting = 'SCRATCH_DIR (default: below DATA_DIR)';
