export { runSample, type SampleInput, type SampleResult } from './run-sample.ts';
