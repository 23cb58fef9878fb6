import type { ServerOrigin } from './serverCommand';

/** The settings `markscheme.llm`, unchecked. */
export interface ModelSettings {
  readonly endpoint: unknown;
  readonly model: unknown;
  readonly concurrency: unknown;
  readonly timeout: unknown;
  readonly inputPrice: unknown;
  readonly outputPrice: unknown;
}

const NAMES: Readonly<Record<keyof ModelSettings, string>> = {
  endpoint: 'MARKSCHEME_LLM_ENDPOINT',
  model: 'MARKSCHEME_LLM_MODEL',
  concurrency: 'MARKSCHEME_LLM_CONCURRENCY',
  timeout: 'MARKSCHEME_LLM_TIMEOUT',
  inputPrice: 'MARKSCHEME_LLM_INPUT_PRICE',
  outputPrice: 'MARKSCHEME_LLM_OUTPUT_PRICE',
};

/**
 * Return the server's environment variables for a language model.
 *
 * Variables for settings without a value stay as they are in VS Code's environment. But a model without an endpoint is
 * a local one, so the endpoint's variable is emptied.
 */
export function modelVariables(settings: ModelSettings, key: string | undefined): Record<string, string> {
  const pairs = Object.entries(NAMES).map(([name, variable]): [string, string] => [
    variable,
    text(settings[name as keyof ModelSettings]),
  ]);
  const variables = Object.fromEntries(pairs.filter(([, value]) => value !== ''));
  if (NAMES.model in variables && !(NAMES.endpoint in variables)) {
    variables[NAMES.endpoint] = '';
  }
  return key === undefined ? variables : { ...variables, MARKSCHEME_LLM_KEY: key };
}

/** Whether a server may get the key. One that comes from the workspace may not. */
export function mayHaveKey(origin: ServerOrigin, isWorkspaceCommand: boolean): boolean {
  return origin !== 'python' && !(origin === 'setting' && isWorkspaceCommand);
}

function text(value: unknown): string {
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
}
