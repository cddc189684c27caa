import { prepareEngineWorker } from '@framemill/compositor/engine-client';
import { storage } from './client/storage.ts';

/** Path of the worker's script in the build; see `vite.config.ts`. */
declare const ENGINE_SCRIPT_PATH: string;

/** Id of the project whose editor is the first page; null when another page is the first. */
export const firstProject = /\/projects\/(prj_\w+)\/edit$/.exec(location.pathname)?.[1] ?? null;

// The preview needs it, unless the browser's own elements draw it; see `usePreviewKind`.
if (firstProject !== null && storage.getItem('framemill-preview') !== 'page') {
  prepareEngineWorker(ENGINE_SCRIPT_PATH);
}
