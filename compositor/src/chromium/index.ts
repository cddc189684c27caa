// Finds and starts Chromium, an optional capability. Loads no codec.

export { type BrowserUse, type CpuTimes, cpuMsBetween } from './browser-process.ts';
export { browserEnvironment, findBrowser, howToGetBrowser } from './find-browser.ts';
export { type BrowserOptions, type OpenBrowser, openBrowser } from './open-browser.ts';
