/** Stage of a frame's processing: decoding, upload to the device, drawing, waiting for the frame, encoding. */
export type RenderStage = 'decode' | 'upload' | 'composite' | 'readBack' | 'encode';

/** Callback at the end of a stage: the time since the last call was spent in it. The listener measures the time. */
export type StageListener = (ended: RenderStage) => void;
