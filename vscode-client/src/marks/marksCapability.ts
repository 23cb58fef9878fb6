import type { FeatureState, StaticFeature } from 'vscode-languageclient/node';

/**
 * Tells the server that the client accepts `markscheme/marksChanged`, `markscheme/exercisesChanged` and
 * `markscheme/decided`, which the server sends to no other client, and that VS Code shows a place's diagnostics above its hover card, so that neither repeats the
 * other. A card may link to the commands that the client trusts, and the client asks for comments and points.
 */
export const MARKS_CAPABILITY: StaticFeature = {
  fillClientCapabilities: (capabilities) => {
    const experimental = capabilities.experimental as Readonly<Record<string, unknown>> | undefined;
    capabilities.experimental = {
      ...experimental,
      markscheme: {
        decided: true,
        marksChanged: true,
        exercisesChanged: true,
        hoverShowsDiagnostics: true,
        commandLinks: true,
        asksForText: true,
      },
    };
  },
  initialize: () => undefined,
  getState: (): FeatureState => ({ kind: 'static' }),
  clear: () => undefined,
};
