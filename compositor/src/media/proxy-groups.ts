/**
 * Longest time between two key frames of a preview proxy, in seconds. It is slightly more than an eighth, because
 * frames at 29.97 fps are slightly longer than a thirtieth. Between two frames further apart there is always a key
 * frame.
 */
export const PROXY_GROUP_SEC = 0.126;
