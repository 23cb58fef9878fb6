import { tmpdir } from 'node:os';

import { run } from '../processes/processTree';
import { isUsable, OLDEST, versionIn } from './version';
import { reasonOf } from '../../reason';

/** A way to start Markscheme: a program, and what comes before its own arguments. */
export interface Start {
  readonly command: string;
  readonly arguments: readonly string[];
}

/** What a program answered when it was asked for its version. */
export type Answer = { readonly version: string } | { readonly problem: Problem };

export interface Problem {
  readonly kind: 'not-found' | 'not-markscheme' | 'too-old';
  readonly detail: string;
}

/** Milliseconds; the first start after an installation compiles much, and may be looked at by a virus scanner. */
const PATIENCE = 60_000;

/** Markscheme as a module of a Python: nothing of the folder, of the account or of variables is imported. */
export function moduleOf(python: string): Start {
  return { command: python, arguments: ['-I', '-m', 'markscheme'] };
}

/** Asks for `--version`; whatever goes wrong is in the answer. */
export async function probe(start: Start, variables: NodeJS.ProcessEnv): Promise<Answer> {
  try {
    const { code, output, lines } = await run({
      command: start.command,
      arguments: [...start.arguments, '--version'],
      variables,
      folder: tmpdir(),
      timeout: PATIENCE,
    });
    const version = code === 0 ? versionIn(output) : undefined;
    if (version === undefined) {
      return { problem: { kind: 'not-markscheme', detail: lines.at(-1) ?? `exit status ${String(code)}` } };
    }
    return isUsable(version)
      ? { version }
      : { problem: { kind: 'too-old', detail: `${version}, needed is ${OLDEST} or newer` } };
  } catch (error) {
    return { problem: { kind: 'not-found', detail: reasonOf(error) } };
  }
}
