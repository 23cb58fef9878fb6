import * as vscode from 'vscode';

import { errorTypeNames } from '../errorTypeNames';

export type PlanStrings = ReturnType<typeof everything>;

/** Everything that the plan's page says, in the language of the person. */
export function planStrings(): PlanStrings {
  return everything();
}

function everything() {
  return {
    title: vscode.l10n.t('Transport plan'),
    ...barStrings(),
    ...gridStrings(),
    ...describingStrings(),
    ...situationStrings(),
    change: {
      replaces: vscode.l10n.t('“{0}” → “{1}”'),
      inserts: vscode.l10n.t('add “{1}”'),
      removes: vscode.l10n.t('remove “{0}”'),
    },
    types: errorTypeNames(),
  };
}

function barStrings() {
  return {
    sentence: vscode.l10n.t('Sentence {0}'),
    references: vscode.l10n.t('References'),
    measures: vscode.l10n.t('What the cells show'),
    mass: vscode.l10n.t('Mass'),
    gain: vscode.l10n.t('Gain'),
    massHint: vscode.l10n.t('How much of the mass of the student’s edit goes to the teacher’s'),
    gainHint: vscode.l10n.t(
      'What a unit of mass is worth there: 1 where the two edits do the same, 0 where they do not',
    ),
    pin: vscode.l10n.t('Pin'),
    pinHint: vscode.l10n.t('Stay with this sentence when the cursor moves'),
    copy: vscode.l10n.t('Copy as CSV'),
    save: vscode.l10n.t('Save as SVG…'),
    precision: vscode.l10n.t('Precision'),
    recall: vscode.l10n.t('Recall'),
    f: vscode.l10n.t('F'),
    precisionHint: vscode.l10n.t('How much of what {0} changed earns credit'),
    recallHint: vscode.l10n.t('How much of what {1} changed was met'),
    fHint: vscode.l10n.t('Precision and recall in one number'),
    goHint: vscode.l10n.t('Go to this edit in the editor'),
  };
}

function gridStrings() {
  return {
    plan: vscode.l10n.t('Plan: edits of {0} in the rows, of {1} in the columns'),
    corner: vscode.l10n.t('Edit'),
    massHeader: vscode.l10n.t('Mass'),
    creditHeader: vscode.l10n.t('Credit'),
    metHeader: vscode.l10n.t('Met'),
    signature: vscode.l10n.t('Made with'),
    scale: vscode.l10n.t('Colour: {0} from 0 to {1}'),
    keys: vscode.l10n.t('Arrow keys move from cell to cell; Enter goes to the edit in the editor.'),
    edits: vscode.l10n.t('Edits of {0}'),
  };
}

/** `{0}` the student, `{1}` their edit, and so on as each place says. */
function describingStrings() {
  return {
    cellMoved: vscode.l10n.t('{0}’s edit {1} gives {2} of its {3} to {4}’s {5}: gain {6}.'),
    cellNothing: vscode.l10n.t('{0}’s edit {1} gives nothing to {4}’s {5}. The gain would be {6}.'),
    ofEdit: vscode.l10n.t('{0}’s edit {1}, {2}.'),
    massOf: vscode.l10n.t('mass {0}'),
    itsMass: vscode.l10n.t('Mass {0}.'),
    itsCredit: vscode.l10n.t('Credit {0}: the part of its mass that earns something.'),
    itsMet: vscode.l10n.t('{0} of it was met.'),
    massColumn: vscode.l10n.t('How much {0}’s edits change the meaning: the length of their vectors.'),
    massRow: vscode.l10n.t('How much {0}’s edits change the meaning: the length of their vectors.'),
    creditColumn: vscode.l10n.t('The part of each edit’s mass that earns something, 0 to 1.'),
    metRow: vscode.l10n.t('How far each of {0}’s edits was met, 0 to 1.'),
    tableCorner: vscode.l10n.t('Rows are {0}’s edits, columns {1}’s.'),
  };
}

function situationStrings() {
  return {
    waitingPlan: vscode.l10n.t('The plan is worked out…'),
    waitingEngine: vscode.l10n.t('The engine is loading its models. This takes a few seconds the first time…'),
    waitingServer: vscode.l10n.t('Markscheme’s server is starting…'),
    nothingTitle: vscode.l10n.t('No sentence here'),
    nothing: vscode.l10n.t('Put the cursor into a sentence of a student’s correction, and its plan is shown here.'),
    failedTitle: vscode.l10n.t('The plan could not be worked out'),
    retry: vscode.l10n.t('Retry'),
    start: vscode.l10n.t('Start the Server'),
    noReferences: vscode.l10n.t('No reference has this sentence.'),
    noEdits: vscode.l10n.t('Neither {0} nor {1} changes this sentence: there is nothing to line up.'),
    noHypothesisEdits: vscode.l10n.t('{0} changes nothing in this sentence. {1} changes this:'),
    noReferenceEdits: vscode.l10n.t('{1} changes nothing in this sentence. {0} changes this:'),
    unreadable: vscode.l10n.t(
      'The server’s answer could not be read: the server and the extension do not fit together.',
    ),
  };
}
