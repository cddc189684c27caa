/** Path of the MCP server. */
export const mcpPath = '/api/mcp';
