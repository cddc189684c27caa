/** What a render process may take of a graphics card's memory where GPU_MEMORY_MB says nothing. MB of 1,048,576 bytes. */
export const USUAL_GPU_MEMORY_MB = 2_048;
