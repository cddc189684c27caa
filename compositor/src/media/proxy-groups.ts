/**
 * Longest time between two key frames of a preview proxy, seconds: an eighth and a hair, because pictures of 29.97 fps are a little longer than
 * a thirtieth. Any picture further on lies behind a key frame.
 */
export const PROXY_GROUP_SEC = 0.126;
