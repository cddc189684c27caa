export { createNode, type FarmNode } from './node/create-node.ts';
export { type NodeConfig, type NodeDeps, type NodeRelease, nodeConfig } from './node/node-config.ts';
