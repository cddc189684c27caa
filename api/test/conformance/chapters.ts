import { access, events } from './access.ts';
import type { Chapter } from './conformance-page.ts';
import { absent, endpoints } from './endpoints.ts';
import { errors, limits } from './errors-and-limits.ts';
import { generation } from './generation.ts';
import { htmlPreview } from './html-preview.ts';
import { mcpChapter } from './mcp.ts';
import { pluginChapter } from './plugins.ts';
import { resources } from './resources.ts';

/** All chapters of the conformance page, in the order of the API contract. */
export const chapters: Chapter[] = [
  absent,
  resources,
  endpoints,
  htmlPreview,
  generation,
  mcpChapter,
  pluginChapter,
  access,
  events,
  errors,
  limits,
];
