import type { McpTool } from '../tool.ts';
import { applyCommandsTool } from './apply-commands.ts';
import { createProjectTool } from './create-project.ts';
import { describeCommands } from './describe-commands.ts';
import { findCommands } from './find-commands.ts';
import { getAccount } from './get-account.ts';
import { getBatchTool } from './get-batch.ts';
import { getProjectTool } from './get-project.ts';
import { getRenderTool } from './get-render.ts';
import { getRenderReportTool } from './get-render-report.ts';
import { importMediaTool } from './import-media.ts';
import { listDestinationsTool } from './list-destinations.ts';
import { listMediaTool } from './list-media.ts';
import { listProjectsTool } from './list-projects.ts';
import { previewProjectTool } from './preview-project.ts';
import { quoteRenderTool } from './quote-render.ts';
import { searchStockTool } from './search-stock.ts';
import { startBatchTool } from './start-batch.ts';
import { startRenderTool } from './start-render.ts';
import { transcribeMediaTool } from './transcribe-media.ts';
import { validateCommandsTool } from './validate-commands.ts';

/** Tools of the service other than the commands' tools. Each has one file, and one line here. */
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
