import type { McpTool } from '../tool.ts';
import { getAccount, listDestinationsTool } from './account.ts';
import { applyCommandsTool, describeCommands, findCommands, validateCommandsTool } from './commands.ts';
import { importMediaTool, listMediaTool, searchStockTool, transcribeMediaTool } from './media.ts';
import { createProjectTool, getProjectTool, listProjectsTool, previewProjectTool } from './projects.ts';
import {
  getBatchTool,
  getRenderReportTool,
  getRenderTool,
  quoteRenderTool,
  startBatchTool,
  startRenderTool,
} from './renders.ts';

/**
 * Tools of the service other than the commands' tools. A file has the tools of one subject, and each has one line here.
 */
export const serviceTools: McpTool[] = [
  getAccount,
  listProjectsTool,
  createProjectTool,
  getProjectTool,
  applyCommandsTool,
  validateCommandsTool,
  previewProjectTool,
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

/** Tools that the short list has in place of one tool per command. */
export const findingTools: McpTool[] = [findCommands, describeCommands];
