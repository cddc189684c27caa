import { createDocument } from '@framemill/timeline';
import { newId } from '../../ids.ts';
import { insertProject } from '../../projects/project-store.ts';
import type { BotWork, Next, StageResult } from '../work.ts';

/**
 * Finds the person's open project, or creates one. Its id is stored before the project is created, so that an
 * interrupted attempt leaves no second project.
 */
export async function open(work: BotWork): Promise<StageResult> {
  const { services, appId, caller, userId, message, state } = work;
  const { client } = services.database;
  const where = { appId_userId: { appId, userId } };
  const user = await client.telegramUser.findUniqueOrThrow({ where });
  const find = (id: string) => client.project.findFirst({ where: { id, accountId: caller.accountId } });
  const next = (projectId: string): Next => {
    return { stage: state.mediaId === undefined ? 'take' : 'place', state: { projectId } };
  };
  if (user.projectId !== null && (await find(user.projectId))) return next(user.projectId);
  if (state.projectId === undefined) return { stage: 'open', state: { projectId: newId('prj') } };
  const { projectId } = state;
  if (!(await find(projectId))) {
    const name = `Telegram: ${message.firstName ?? message.username ?? userId}`;
    await insertProject(services, caller, createDocument({ name }), null, projectId);
  }
  return async (tx) => {
    await tx.telegramUser.update({ where, data: { projectId } });
    return next(projectId);
  };
}
