import type { FeatureState, StaticFeature } from 'vscode-languageclient/node';

/** Tells the server that the client accepts `markscheme/marksChanged`; the server sends it to no other client. */
export const MARKS_CAPABILITY: StaticFeature = {
  fillClientCapabilities: (capabilities) => {
    const experimental = capabilities.experimental as Readonly<Record<string, unknown>> | undefined;
    capabilities.experimental = { ...experimental, markscheme: { marksChanged: true } };
  },
  initialize: () => undefined,
  getState: (): FeatureState => ({ kind: 'static' }),
  clear: () => undefined,
};
