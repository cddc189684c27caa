/** Maximum size that the route for small uploads accepts on any plan, in MB of 1,048,576 bytes. */
export const MAX_UPLOAD_MB = 32;

/**
 * Returns the route below /v1/media for a file of this size. Files above the limit for small uploads have a route of
 * their own.
 */
export function uploadRoute(sizeBytes: number): 'uploads' | 'large-uploads' {
  return sizeBytes > MAX_UPLOAD_MB * 1_048_576 ? 'large-uploads' : 'uploads';
}
