import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { access } from '../../client/access.ts';
import { api } from '../../client/api.ts';
import { answerOf } from '../../client/api-error.ts';
import type { CommentThread, Place } from '../../comments/threads.ts';
import { useEditor } from '../model/use-editor.ts';

/** Returns the key of a project's comments in the cache of answers. */
export const commentsKey = (projectId: string) => ['comments', projectId];

/** Number of threads in one request, the maximum. */
const PAGE = 100;

const NONE: readonly CommentThread[] = [];

/** Returns all threads of the open project. The editor in another product has none. */
export function useComments() {
  const projectId = useEditor((state) => state.projectId);
  const { data = NONE, error } = useQuery({
    queryKey: commentsKey(projectId),
    queryFn: () => readThreads(projectId),
    enabled: access().isStudio,
  });
  return { threads: data, error };
}

async function readThreads(id: string): Promise<CommentThread[]> {
  const threads: CommentThread[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) };
    const page: { comments: CommentThread[]; nextCursor: string | null } = await answerOf(
      api.GET('/v1/projects/{id}/comments', { params: { path: { id }, query } }),
    );
    threads.push(...page.comments);
    cursor = page.nextCursor;
  }
  return threads;
}

/** Returns the changes of the open project's comments. Each resolves when the comments were read again. */
export function useCommentChanges() {
  const id = useEditor((state) => state.projectId);
  const queries = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: (change: () => Promise<unknown>) => change(),
    onSettled: () => queries.invalidateQueries({ queryKey: commentsKey(id) }),
  });
  return useMemo(() => {
    const of = (commentId: string) => ({ params: { path: { id, commentId } } });
    return {
      add: (text: string, { timeSec, endSec, point }: Place) => {
        const body = { text, timeSec, ...(endSec === null ? {} : { endSec }), ...(point === null ? {} : { point }) };
        return mutateAsync(() => answerOf(api.POST('/v1/projects/{id}/comments', { params: { path: { id } }, body })));
      },
      answer: (commentId: string, text: string) =>
        mutateAsync(() =>
          answerOf(api.POST('/v1/projects/{id}/comments/{commentId}/answers', { ...of(commentId), body: { text } })),
        ),
      resolve: (commentId: string, resolved: boolean) =>
        mutateAsync(() =>
          answerOf(api.PATCH('/v1/projects/{id}/comments/{commentId}', { ...of(commentId), body: { resolved } })),
        ),
      remove: (commentId: string) =>
        mutateAsync(() => answerOf(api.DELETE('/v1/projects/{id}/comments/{commentId}', of(commentId)))),
    };
  }, [id, mutateAsync]);
}
