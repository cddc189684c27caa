import { listQuarantine, releaseQuarantine } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import { deleteMedia } from '../../media/storage.ts';
import type { AdminCommand } from '../define-command.ts';

/**
 * Deletes a media file of any account with its poster, preview proxy and analysis.
 * Projects that use the file can no longer be rendered.
 */
export const mediaDelete: AdminCommand = {
  noun: 'media',
  verb: 'delete',
  summary: 'Delete a media file with its poster, preview proxy and analysis',
  argument: 'mediaId',
  options: {},
  async run({ argument: mediaId }, context) {
    const database = await context.database();
    const row = await database.client.media.findUnique({ where: { id: mediaId } });
    if (!row) throw new FramemillError('not_found', `There is no media file ${mediaId}. Check the id.`);
    await deleteMedia({ database, store: await context.store() }, row);
    return { id: mediaId, deleted: true };
  },
};

/** Lists quarantined source files: renders may not use them, because they crashed the processes that read them. */
export const quarantineList: AdminCommand = {
  noun: 'quarantine',
  verb: 'list',
  summary: 'List media that renders may not use',
  argument: null,
  options: { account: { value: '<id>', description: 'Only those of this account' } },
  async run({ options }, context) {
    const found = await listQuarantine({ database: await context.database() }, options.account);
    return found.map((media) => ({ ...media, quarantinedAt: media.quarantinedAt.toISOString() }));
  },
};

/** Removes a file from quarantine and resets its failures, so that renders may use it again. */
export const quarantineRelease: AdminCommand = {
  noun: 'quarantine',
  verb: 'release',
  summary: 'Let renders use a file again',
  argument: 'mediaSha256',
  options: { account: { value: '<id>', description: 'Account that the file belongs to', required: true } },
  async run({ argument: mediaSha256, options }, context) {
    const accountId = options.account ?? '';
    const released = await releaseQuarantine({ database: await context.database() }, { accountId, mediaSha256 });
    if (released) return { accountId, mediaSha256, released };
    const message = `No file ${mediaSha256} of the account ${accountId} is in quarantine. See "quarantine list".`;
    throw new FramemillError('not_found', message);
  },
};
