import type { Route } from '../routing/define-route.ts';
import { applyCommandsRoute } from './apply-commands.ts';
import { cancelBatch } from './cancel-batch.ts';
import { cancelRender } from './cancel-render.ts';
import { createBatch } from './create-batch.ts';
import { createDestination } from './create-destination.ts';
import { createImages } from './create-images.ts';
import { createProject } from './create-project.ts';
import { createRender } from './create-render.ts';
import { createSpeech } from './create-speech.ts';
import { createSticker } from './create-sticker.ts';
import { createTranscription } from './create-transcription.ts';
import { createVideo } from './create-video.ts';
import { createWorkspace } from './create-workspace.ts';
import { deleteDestination } from './delete-destination.ts';
import { deleteMediaRoute } from './delete-media.ts';
import { deleteProject } from './delete-project.ts';
import { deleteWorkspace } from './delete-workspace.ts';
import { getAiJob } from './get-ai-job.ts';
import { getBatch } from './get-batch.ts';
import { getBatchArchive } from './get-batch-archive.ts';
import { getBatchManifest } from './get-batch-manifest.ts';
import { getCommandSchema } from './get-command-schema.ts';
import { getDestination } from './get-destination.ts';
import { getMedia } from './get-media.ts';
import { getProject } from './get-project.ts';
import { getRender } from './get-render.ts';
import { getRenderReport } from './get-render-report.ts';
import { getTelegramUser } from './get-telegram-user.ts';
import { getWorkspace } from './get-workspace.ts';
import { importMedia } from './import-media.ts';
import { invokePluginRoute } from './invoke-plugin.ts';
import { listBatchItems } from './list-batch-items.ts';
import { listBatches } from './list-batches.ts';
import { listCommands } from './list-commands.ts';
import { listDestinations } from './list-destinations.ts';
import { listHistory } from './list-history.ts';
import { listMedia } from './list-media.ts';
import { listPlugins } from './list-plugins.ts';
import { listProjects } from './list-projects.ts';
import { listRenders } from './list-renders.ts';
import { listTelegramUsers } from './list-telegram-users.ts';
import { listTemplates } from './list-templates.ts';
import { listVariables } from './list-variables.ts';
import { listWorkspaces } from './list-workspaces.ts';
import { me } from './me.ts';
import { moveProject } from './move-project.ts';
import { previewProject } from './preview-project.ts';
import { putDocument } from './put-document.ts';
import { restoreProject } from './restore-project.ts';
import { retryBatch } from './retry-batch.ts';
import { retryDeliveriesRoute } from './retry-deliveries.ts';
import { runAgent } from './run-agent.ts';
import { searchStock } from './search-stock.ts';
import { testDestination } from './test-destination.ts';
import { undoChange } from './undo-change.ts';
import { updateDestination } from './update-destination.ts';
import { updateMedia } from './update-media.ts';
import { updateProject } from './update-project.ts';
import { updateTelegramUser } from './update-telegram-user.ts';
import { updateWorkspace } from './update-workspace.ts';
import { uploadLargeMedia } from './upload-large-media.ts';
import { uploadMedia } from './upload-media.ts';
import { usage } from './usage.ts';
import { validateCommands } from './validate-commands.ts';

/** Routes of the API. Each has one file, and one line here. */
export const routes: Route[] = [
  me,
  usage,
  createProject,
  listProjects,
  getProject,
  listVariables,
  updateProject,
  deleteProject,
  moveProject,
  applyCommandsRoute,
  listCommands,
  listHistory,
  undoChange,
  restoreProject,
  putDocument,
  validateCommands,
  previewProject,
  getCommandSchema,
  createBatch,
  listBatches,
  getBatch,
  listBatchItems,
  getBatchManifest,
  getBatchArchive,
  cancelBatch,
  retryBatch,
  createRender,
  getRender,
  getRenderReport,
  listRenders,
  cancelRender,
  retryDeliveriesRoute,
  listDestinations,
  createDestination,
  getDestination,
  updateDestination,
  deleteDestination,
  testDestination,
  uploadMedia,
  uploadLargeMedia,
  importMedia,
  listMedia,
  getMedia,
  updateMedia,
  deleteMediaRoute,
  listWorkspaces,
  createWorkspace,
  getWorkspace,
  updateWorkspace,
  deleteWorkspace,
  createImages,
  createSticker,
  createSpeech,
  createTranscription,
  createVideo,
  getAiJob,
  runAgent,
  listTemplates,
  listPlugins,
  invokePluginRoute,
  listTelegramUsers,
  getTelegramUser,
  updateTelegramUser,
  searchStock,
];
