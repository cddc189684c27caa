/** Most that the route of small uploads takes on any plan, in MB of 1,048,576 bytes. */
export const MAX_UPLOAD_MB = 32;

/** The route below /v1/media that takes a file of this size: larger files have one of their own. */
export function uploadRoute(sizeBytes: number): 'uploads' | 'large-uploads' {
  return sizeBytes > MAX_UPLOAD_MB * 1_048_576 ? 'large-uploads' : 'uploads';
}
