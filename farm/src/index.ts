export { createNode, type FarmNode } from './node/create-node.ts';
export { type NodeConfig, nodeConfig } from './node/node-config.ts';
export type { NodeDeps, NodeRelease } from './node/node-deps.ts';
