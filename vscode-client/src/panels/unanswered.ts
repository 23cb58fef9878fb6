/** Codes of errors of the connection, and of requests that were cancelled: the same request may succeed later. */
const UNANSWERED: ReadonlySet<number> = new Set([-32099, -32098, -32097, -32096, -32002, -32800, -32801, -32802]);

/** Whether a request failed before the server answered it. */
export function isUnanswered(error: unknown): boolean {
  return UNANSWERED.has(codeOf(error) ?? 0);
}

/** Whether the server has answered with an error, so that sending again is of no use. Its codes are below 0. */
export function isRefusal(error: unknown): boolean {
  return (codeOf(error) ?? 0) < 0 && !isUnanswered(error);
}

function codeOf(error: unknown): number | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'number' ? code : undefined;
}
