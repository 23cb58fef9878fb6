import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import type { Frame } from 'playwright-core';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** A violation that axe reports. */
interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** Check that axe reports no serious or critical violation. */
export async function accessible(frame: Frame): Promise<void> {
  await frame.evaluate(AXE);
  const violations = await frame.evaluate(async () => {
    const axe = (globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } }).axe;
    return (await axe.run()).violations;
  });
  assert.deepEqual(
    violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('; ')}`,
      ),
    [],
  );
}
