// Values of variables, for who renders documents: it loads the document's schemas, and neither commands nor their schemas.
export { fillVariables } from './fill-variables.ts';
