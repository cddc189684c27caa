import { createTimeline } from './create-timeline.ts';
import { readPageData } from './read-page-data.ts';

// The page calls it right after this script: players look for the timeline when the page has loaded.
Object.assign(globalThis, { compositionTimeline: () => createTimeline(document, readPageData(document)) });
