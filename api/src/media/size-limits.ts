/**
 * Maximum size, under any plan, of imports and of uploads by the route for large files. In MB of 1,048,576 bytes.
 * Such files are written to disk as they arrive.
 */
export const MAX_IMPORT_MB = 512;
