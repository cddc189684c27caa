import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';

/** Makes a copy of a project under a name of its own. */
export function duplicateProject(id: string) {
  return answerOf(api.POST('/api/studio/projects/{id}/duplicate', { params: { path: { id } } }));
}
