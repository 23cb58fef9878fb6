import type { Kind } from '../../protocol/kinds';
import { element, type Child } from './elements';

/** Return a kind's colour and its sign. */
export function kindSign(kind: Kind): Child[] {
  return [
    element('span', { class: `swatch ${kind.name}`, attributes: { 'aria-hidden': 'true' } }),
    kind.sign
      ? element('span', { class: `sign ${kind.name}`, attributes: { 'aria-hidden': 'true' } }, kind.sign)
      : undefined,
  ];
}
