import type { ServerOrigin } from './serverCommand';

/** The settings `markscheme.llm`, as they were written. */
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
 * The server's variables for a language model. What is not set is left to the environment that VS Code was started
 * in; but settings that name a model name its endpoint too, if it is only by not naming one.
 */
export function modelVariables(settings: ModelSettings, key: string | undefined): Record<string, string> {
  const written = Object.entries(NAMES).map(([name, variable]): [string, string] => [
    variable,
    text(settings[name as keyof ModelSettings]),
  ]);
  const variables = Object.fromEntries(written.filter(([, value]) => value !== ''));
  if (NAMES.model in variables && !(NAMES.endpoint in variables)) {
    variables[NAMES.endpoint] = '';
  }
  return key === undefined ? variables : { ...variables, MARKSCHEME_LLM_KEY: key };
}

/** Whether a server may have the key: never one that the workspace brings. */
export function mayHaveKey(origin: ServerOrigin, isWorkspaceCommand: boolean): boolean {
  return origin !== 'python' && !(origin === 'setting' && isWorkspaceCommand);
}

function text(value: unknown): string {
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
}
