// The page's side of the browser engine. It loads none of the engine's own code, which runs in workers.
export type { ExportedFile, ExportFormat, ExportQuality } from '../worker/export-messages.ts';
export type { EngineMedia, EngineMediaTable, MixBlock } from '../worker/messages.ts';
export {
  createEngineClient,
  type DrawnFrame,
  type EngineClient,
  type EngineClientOptions,
  missingForEngine,
} from './engine-client.ts';
export { type ExportOptions, exportVideo, missingForExport } from './export-video.ts';
export { createMixPlayer, type MixPlayer, type MixState } from './mix-player.ts';
export { prepareEngineWorker } from './start-worker.ts';
