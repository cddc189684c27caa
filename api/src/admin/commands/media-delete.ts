import { FramemillError } from '@framemill/timeline';
import { deleteMedia } from '../../media/delete-media.ts';
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
    if (!row) throw new FramemillError('not_found', `There is no media file ${mediaId}.`);
    await deleteMedia({ database, store: await context.store() }, row);
    return { id: mediaId, deleted: true };
  },
};
