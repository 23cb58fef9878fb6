import { tmpdir } from 'node:os';

import { run } from '../processes/processTree';
import { isUsable, OLDEST, versionIn } from './version';
import { reasonOf } from '../../reason';

/** How to start Markscheme: a program, and its arguments before Markscheme's own. */
export interface Start {
  readonly command: string;
  readonly arguments: readonly string[];
}

/** The version of a program, or why it is not a usable server. */
export type ProbeResult = { readonly version: string } | { readonly problem: Problem };

export interface Problem {
  readonly kind: 'not-found' | 'not-markscheme' | 'too-old';
  readonly detail: string;
}

/** Milliseconds for an answer. The first start after an installation compiles modules, and a virus scanner may delay it. */
const PROBE_TIMEOUT = 60_000;

/** Return how to start Markscheme as a Python module, isolated from the folder, the account and variables. */
export function moduleOf(python: string): Start {
  return { command: python, arguments: ['-I', '-m', 'markscheme'] };
}

/** Run a program with `--version`. A failure is returned as a problem. */
export async function probe(start: Start, variables: NodeJS.ProcessEnv): Promise<ProbeResult> {
  try {
    const { code, output, lines } = await run({
      command: start.command,
      arguments: [...start.arguments, '--version'],
      variables,
      folder: tmpdir(),
      timeout: PROBE_TIMEOUT,
    });
    const version = code === 0 ? versionIn(output) : undefined;
    if (version === undefined) {
      return { problem: { kind: 'not-markscheme', detail: lines.at(-1) ?? `exit status ${String(code)}` } };
    }
    return isUsable(version)
      ? { version }
      : { problem: { kind: 'too-old', detail: `${version}; ${OLDEST} or newer is needed` } };
  } catch (error) {
    return { problem: { kind: 'not-found', detail: reasonOf(error) } };
  }
}
