import { askRoute, queryOf } from './ask-route.ts';
import type { ToolContent, ToolContext } from './tool.ts';

/**
 * Renders a frame of a project as a JPEG image for the model. It counts against the limit of frames. Rendering stops
 * when the client disconnects.
 */
export async function frameContent(context: ToolContext, projectId: string, atSec: number): Promise<ToolContent> {
  const url = `/v1/projects/${encodeURIComponent(projectId)}/preview${queryOf({ format: 'image', at: atSec })}`;
  const { bytes } = await askRoute(context, { method: 'GET', url, signal: context.signal });
  return { type: 'image', data: bytes.toString('base64'), mimeType: 'image/jpeg' };
}
