import type { Database } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import { appRecord } from './app-record.ts';

/** What an operator changes of an app. Absent fields stay. */
export interface AppChange {
  status?: 'approved' | 'rejected' | 'suspended';
  reviewNote?: string | null;
  scopes?: string[];
  throttled?: boolean;
}

/** Changes an app and returns its record; running services follow within 5 s. Throws `not_found`. */
export async function changeApp({ client }: Database, id: string, change: AppChange) {
  const [row] = await client.app.updateManyAndReturn({ where: { id }, data: change });
  if (!row) throw new FramemillError('not_found', `There is no app ${id}. See "app list".`);
  return appRecord(row);
}
