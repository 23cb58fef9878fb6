import { editInWords } from '../../../marks/editLabel';
import { errorTypeInWords } from '../../../marks/errorTypes';
import { markedSentence } from '../markedSentence';
import type { Side } from '../planMessages';
import type { PlanEdit } from '../../../protocol/contract';
import { element } from '../../page/elements';
import { columnLabel, rowLabel, type PlanView, type PointedEdits } from './planView';

/** The sentence with the student's edits, and with the reference's. A press on an edit goes to it in the editor. */
export class PlanSentence {
  readonly element: HTMLElement;
  private readonly edits: Record<Side, Map<number, HTMLElement>> = { hypothesis: new Map(), reference: new Map() };

  constructor(
    private readonly view: PlanView,
    private readonly onPress: (side: Side, edit: number) => void,
    private readonly onPoint: (pointed: PointedEdits) => void,
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

  /** Highlight the edits that are pointed at in the grid. */
  highlight({ row, column }: PointedEdits): void {
    for (const [side, highlighted] of [['hypothesis', row] as const, ['reference', column] as const]) {
      for (const [index, node] of this.edits[side]) {
        node.classList.toggle('highlighted', index === highlighted);
      }
    }
  }

  private line(side: Side, edits: readonly PlanEdit[]): (Node | string)[] {
    return markedSentence(this.view.shown.plan.source, edits).flatMap((part) => {
      if ('unchanged' in part) {
        return [`${part.unchanged} `];
      }
      const edit = edits[part.edit];
      return edit ? [this.editOf(side, edit, part.edit), ' '] : [];
    });
  }

  private editOf(side: Side, edit: PlanEdit, index: number): HTMLElement {
    const { strings, vocabulary } = this.view;
    const isStudent = side === 'hypothesis';
    const pointed = { row: isStudent ? index : undefined, column: isStudent ? undefined : index };
    const type = errorTypeInWords(edit.type, strings.types);
    const node = element(
      'button',
      {
        class: 'edit',
        attributes: {
          type: 'button',
          title: `${vocabulary.showsCodes ? `${edit.type}: ` : ''}${type}. ${strings.goHint}`,
        },
        on: {
          click: () => {
            this.onPress(side, index);
          },
          mouseenter: () => {
            this.onPoint(pointed);
          },
          focus: () => {
            this.onPoint(pointed);
          },
        },
      },
      element(
        'span',
        { attributes: { 'aria-hidden': 'true' } },
        element('span', { class: 'sign' }, isStudent ? rowLabel(index) : columnLabel(index)),
        edit.source ? element('del', {}, edit.source) : undefined,
        edit.source && edit.replacement ? ' ' : undefined,
        edit.replacement ? element('ins', {}, edit.replacement) : undefined,
      ),
      element('span', { class: 'visually-hidden' }, `${editInWords(edit, strings.change)}, ${type}`),
    );
    this.edits[side].set(index, node);
    return node;
  }
}
