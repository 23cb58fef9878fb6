import { editInWords } from '../../editLabel';
import { errorTypeInWords } from '../../errorTypes';
import { markedSentence } from '../markedSentence';
import type { Side } from '../../messages';
import type { PlanEdit } from '../../../protocol/contract';
import { element } from '../../page/elements';
import { columnSign, rowSign, type PlanView, type Pointed } from './planView';

/** The sentence twice, with the student's edits and with the reference's; a press on an edit goes to it. */
export class PlanSentence {
  readonly element: HTMLElement;
  private readonly edits: Record<Side, Map<number, HTMLElement>> = { hypothesis: new Map(), reference: new Map() };

  constructor(
    private readonly view: PlanView,
    private readonly pressed: (side: Side, edit: number) => void,
    private readonly pointed: (pointed: Pointed) => void,
  ) {
    const { shown, reference } = view;
    this.element = element(
      'dl',
      { class: 'sentences' },
      element('dt', {}, shown.student),
      element('dd', {}, ...this.line('hypothesis', shown.plan.hypothesis)),
      element('dt', {}, reference.reference),
      element('dd', {}, ...this.line('reference', reference.edits)),
    );
  }

  /** Lights the edits that are pointed at below. */
  light({ row, column }: Pointed): void {
    for (const [side, lit] of [['hypothesis', row] as const, ['reference', column] as const]) {
      for (const [index, node] of this.edits[side]) {
        node.classList.toggle('lit', index === lit);
      }
    }
  }

  private line(side: Side, edits: readonly PlanEdit[]): (Node | string)[] {
    return markedSentence(this.view.shown.plan.source, edits).flatMap((stretch) => {
      if ('kept' in stretch) {
        return [`${stretch.kept} `];
      }
      const edit = edits[stretch.edit];
      return edit ? [this.editOf(side, edit, stretch.edit), ' '] : [];
    });
  }

  private editOf(side: Side, edit: PlanEdit, index: number): HTMLElement {
    const { strings } = this.view;
    const own = side === 'hypothesis';
    const pointed = { row: own ? index : undefined, column: own ? undefined : index };
    const type = errorTypeInWords(edit.type, strings.types);
    const node = element(
      'button',
      {
        class: 'edit',
        attributes: {
          type: 'button',
          title: `${edit.type}: ${type}. ${strings.goHint}`,
        },
        on: {
          click: () => {
            this.pressed(side, index);
          },
          mouseenter: () => {
            this.pointed(pointed);
          },
          focus: () => {
            this.pointed(pointed);
          },
        },
      },
      element(
        'span',
        { attributes: { 'aria-hidden': 'true' } },
        element('span', { class: 'sign' }, own ? rowSign(index) : columnSign(index)),
        edit.source ? element('del', {}, edit.source) : undefined,
        edit.source && edit.replacement ? ' ' : undefined,
        edit.replacement ? element('ins', {}, edit.replacement) : undefined,
      ),
      element('span', { class: 'unseen' }, `${editInWords(edit, strings.change)}, ${type}`),
    );
    this.edits[side].set(index, node);
    return node;
  }
}
