export { createNode, type FarmNode, type NodeDeps } from './node/create-node.ts';
export { type NodeConfig, nodeConfig } from './node/node-config.ts';
