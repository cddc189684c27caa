import type { Route } from '../routing/define-route.ts';
import { me, usage } from './account.ts';
import { runAgent } from './agent.ts';
import { getBatchArchive, getBatchManifest } from './batch-files.ts';
import { cancelBatch, createBatch, getBatch, listBatches, listBatchItems, retryBatch } from './batches.ts';
import { applyCommandsRoute, getCommandSchema, listCommands, validateCommands } from './commands.ts';
import { answerComment, createComment, deleteComment, listComments, updateComment } from './comments.ts';
import {
  createDestination,
  deleteDestination,
  getDestination,
  listDestinations,
  retryDeliveriesRoute,
  testDestination,
  updateDestination,
} from './destinations.ts';
import { createEmbedSession, deleteEmbedSession, listEmbedSessions } from './embed-sessions.ts';
import { createImages, createSpeech, createSticker, createVideo, getAiJob } from './generation.ts';
import { listHistory, putDocument, restoreProject, undoChange } from './history.ts';
import {
  createMediaAddresses,
  deleteMediaRoute,
  getMedia,
  importMedia,
  listMedia,
  updateMedia,
  uploadLargeMedia,
  uploadMedia,
} from './media.ts';
import { createPlayerAddress } from './player-addresses.ts';
import { invokePluginRoute, listPlugins } from './plugins.ts';
import { previewProject } from './previews.ts';
import { importProject } from './project-imports.ts';
import { createProject, deleteProject, getProject, listProjects, moveProject, updateProject } from './projects.ts';
import { cancelRender, createRender, deleteRender, getRender, getRenderReport, listRenders } from './renders.ts';
import { listRequests } from './requests.ts';
import { createReviewLink, deleteReviewLink, listReviewLinks } from './review-links.ts';
import { searchStock } from './stock.ts';
import { getTelegramUser, listTelegramUsers, updateTelegramUser } from './telegram-users.ts';
import { listTemplates, listVariables } from './templates.ts';
import { createTranscription } from './transcriptions.ts';
import { createWorkspace, deleteWorkspace, getWorkspace, listWorkspaces, updateWorkspace } from './workspaces.ts';

/** All routes of the API. Each file contains the routes of one resource. */
export const routes: Route[] = [
  me,
  usage,
  listRequests,
  createProject,
  importProject,
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
  listComments,
  createComment,
  answerComment,
  updateComment,
  deleteComment,
  createReviewLink,
  listReviewLinks,
  deleteReviewLink,
  createPlayerAddress,
  createEmbedSession,
  listEmbedSessions,
  deleteEmbedSession,
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
  deleteRender,
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
  createMediaAddresses,
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
