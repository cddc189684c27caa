/** Default limit of a render process on the GPU's memory, when GPU_MEMORY_MB is not set. MB of 1,048,576 bytes. */
export const USUAL_GPU_MEMORY_MB = 2_048;
