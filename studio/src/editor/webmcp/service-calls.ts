import { answerOf } from '../../client/answer-of.ts';
import { api } from '../../client/api.ts';
import { choiceOf, filesOf } from '../../renders/render-choice.ts';
import { startRender } from '../../renders/start-render.ts';

type Input = Record<string, unknown>;

/** Implementation in the editor of a tool of the MCP server. */
export interface ServiceCall {
  /** Parameters of the tool that are supported. */
  takes: readonly string[];
  /** Calls the service. `open` is the id of the open project. Throws `ApiError` when the service refuses the call. */
  call(input: Input, open: string): Promise<Input>;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
const VIEWS = ['summary', 'clips', 'document'] as const;
const STOCK_TYPES = ['photo', 'video', 'music'] as const;

/** Implementations of MCP tools by name. They use the session of the signed-in user. */
export const SERVICE_CALLS: Readonly<Record<string, ServiceCall>> = {
  get_project: {
    takes: ['projectId', 'view'],
    call({ projectId, view }, open) {
      const query = { view: VIEWS.find((one) => one === view) ?? 'clips' };
      return answerOf(api.GET('/v1/projects/{id}', { params: { path: { id: textOf(projectId) ?? open }, query } }));
    },
  },
  list_projects: {
    takes: ['cursor'],
    call({ cursor }) {
      const from = textOf(cursor);
      return answerOf(api.GET('/v1/projects', { params: { query: from === undefined ? {} : { cursor: from } } }));
    },
  },
  start_render: {
    takes: ['projectId', 'format', 'quality', 'resolution'],
    async call({ projectId, ...wanted }, open) {
      const choice = choiceOf({ format: '', quality: '', resolution: '', ...wanted });
      return { render: await startRender({ projectId: textOf(projectId) ?? open, ...filesOf(choice) }) };
    },
  },
  get_render: {
    takes: ['renderId'],
    call: ({ renderId }) => answerOf(api.GET('/v1/renders/{id}', { params: { path: { id: textOf(renderId) ?? '' } } })),
  },
  import_media: {
    takes: ['url', 'name'],
    call({ url, name }) {
      const called = textOf(name);
      const body = { url: textOf(url) ?? '', ...(called === undefined ? {} : { name: called }) };
      return answerOf(api.POST('/v1/media/import', { body }));
    },
  },
  search_stock: {
    takes: ['query', 'type'],
    call({ query, type }) {
      const wanted = { q: textOf(query) ?? '', type: STOCK_TYPES.find((one) => one === type) ?? 'photo' };
      return answerOf(api.GET('/v1/stock/search', { params: { query: wanted } }));
    },
  },
};
