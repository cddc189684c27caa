import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';

/** Duplicates a project. The service names the copy. */
export function duplicateProject(id: string) {
  return answerOf(api.POST('/api/studio/projects/{id}/duplicate', { params: { path: { id } } }));
}
