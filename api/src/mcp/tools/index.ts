import type { McpTool } from '../tool.ts';
import { getAccount, listDestinationsTool } from './account.ts';
import { applyCommandsTool, describeCommands, findCommands, validateCommandsTool } from './commands.ts';
import { addCommentTool, answerCommentTool, listCommentsTool, updateCommentTool } from './comments.ts';
import { importMediaTool, listMediaTool, searchStockTool, transcribeMediaTool } from './media.ts';
import {
  createProjectTool,
  getProjectTool,
  importProjectTool,
  listProjectsTool,
  previewProjectTool,
} from './projects.ts';
import {
  getBatchTool,
  getRenderReportTool,
  getRenderTool,
  quoteRenderTool,
  startBatchTool,
  startRenderTool,
} from './renders.ts';

/**
 * All tools of the MCP server except the tools that each run a single command (`commandTools`). Each file contains the
 * tools of one subject.
 */
export const serviceTools: McpTool[] = [
  getAccount,
  listProjectsTool,
  createProjectTool,
  importProjectTool,
  getProjectTool,
  applyCommandsTool,
  validateCommandsTool,
  previewProjectTool,
  listCommentsTool,
  addCommentTool,
  answerCommentTool,
  updateCommentTool,
  quoteRenderTool,
  startRenderTool,
  getRenderTool,
  getRenderReportTool,
  startBatchTool,
  getBatchTool,
  listDestinationsTool,
  listMediaTool,
  importMediaTool,
  transcribeMediaTool,
  searchStockTool,
];

/**
 * Tools that find commands and describe their parameters. The short list (`?tools=core`) has these instead of one tool
 * per command.
 */
export const findingTools: McpTool[] = [findCommands, describeCommands];
