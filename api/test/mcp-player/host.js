// A host of apps as the official library makes one: it shows the app in a frame and passes its calls on.
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

const frame = document.querySelector('iframe');
const bridge = new AppBridge(null, { name: 'host', version: '1' }, { serverTools: {} });
bridge.oncalltool = (params) => window.callTool(params);
bridge.oninitialized = async () => {
  const { input, result } = await window.firstCall();
  await bridge.sendToolInput({ arguments: input });
  await bridge.sendToolResult(result);
};
bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow)).then(() => {
  frame.src = '/app';
});
