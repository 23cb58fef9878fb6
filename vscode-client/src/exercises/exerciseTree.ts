import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

import type { Connection } from '../connection';
import type { FrontEditor } from '../frontEditor';
import type { MarkStore } from '../marks/markStore';
import { doubtsOf, onDidChangeVocabulary, textOf, vocabularyOf } from '../marks/markText';
import { type DocumentAnswer, isEstimate, type Notifications } from '../protocol/methods';
import type { Exercise, OverviewExercise } from '../protocol/contract';
import type { Vocabulary } from '../protocol/vocabularies';
import type { ServerInstallation } from '../server/serverInstallation';
import { reasonOf } from '../words';
import {
  type Assignment,
  assignmentsOf,
  doubtfulSentenceItem,
  doubtfulSentencesOf,
  doubtItem,
  exerciseItem,
  exerciseKey,
  findingItem,
  messageItem,
  type Node,
  type Order,
  ORDERS,
  rightSentencesItem,
  rowsOf,
  sentenceItem,
  sentencesOf,
  sortStudents,
  type Standing,
  studentItem,
  studentKey,
  type StudentNode,
  type Text,
  toDecideItem,
  toDecideTitle,
} from './exerciseNodes';

/** Key of the order of students in the workspace's memory. */
const ORDER_KEY = 'markscheme.exercises.order';

/** Milliseconds without a newly marked source or reference before the tree is drawn again. */
const REDRAW_DELAY = 400;

/** The tree of exercises, students, sentences and findings. Children are requested when a node is unfolded. */
export class ExerciseTree implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<Node | undefined>();
  private readonly subscriptions: vscode.Disposable[];
  private readonly standings = new Map<string, Standing>();
  /** The exercises whose students' results are requested, or there. */
  private readonly overviews = new Set<string>();
  /** The number of decisions that are left about each exercise. */
  private readonly decisions = new Map<string, number>();
  private exercises: readonly Assignment[] = [];
  private notices: readonly string[] = [];
  /** The last request of the list; `undefined` after something that may change the list. */
  private list: Promise<readonly Exercise[] | undefined> | undefined;
  private timer: NodeJS.Timeout | undefined;

  readonly onDidChangeTreeData = this.changed.event;

  constructor(
    private readonly connection: Connection,
    private readonly marks: MarkStore,
    private readonly memory: vscode.Memento,
    private readonly status: ServerInstallation,
  ) {
    this.subscriptions = [
      connection.onDidChangeExercises(() => {
        this.list = undefined;
        this.redrawAnew();
      }),
      status.onDidChangeKind(() => this.refresh()),
      connection.onDidPublish((uri) => this.forgetExerciseOf(uri)),
      connection.onDidDecide(() => this.redrawSoon()),
      marks.onDidChange((uri) => this.update(uri)),
      onDidChangeVocabulary(() => this.changed.fire(undefined)),
    ];
  }

  dispose(): void {
    clearTimeout(this.timer);
    vscode.Disposable.from(...this.subscriptions, this.changed).dispose();
  }

  get order(): Order {
    return this.memory.get<Order>(ORDER_KEY, ORDERS[0]);
  }

  /**
   * Return the number of decisions that are left about the exercise of a document or a folder, or else about all
   * exercises whose students the tree has shown, with that exercise if it is one.
   */
  toDecide(uri: vscode.Uri | undefined): { readonly open: number; readonly exercise: Assignment | undefined } {
    const { exercises } = this;
    const own = uri && exercises.find((exercise) => isIn(exercise, uri));
    const exercise = own ?? (exercises.length === 1 ? exercises[0] : undefined);
    const counted = exercise ? [exercise] : exercises;
    return { open: counted.reduce((sum, each) => sum + this.decisionsOn(each), 0), exercise };
  }

  private decisionsOn(exercise: Assignment): number {
    return this.decisions.get(exerciseKey(exercise)) ?? 0;
  }

  /** Put students in another order, which the workspace keeps. */
  async sortBy(order: Order): Promise<void> {
    await this.memory.update(ORDER_KEY, order);
    this.changed.fire(undefined);
  }

  /** Request everything again. */
  refresh(): void {
    this.list = undefined;
    this.standings.clear();
    this.decisions.clear();
    this.redrawAnew();
  }

  /** Draw the tree again, with new results of the students. */
  private redrawAnew(): void {
    this.overviews.clear();
    this.changed.fire(undefined);
  }

  async getChildren(node?: Node): Promise<Node[]> {
    try {
      return node ? await this.childrenOf(node) : await this.roots();
    } catch (error) {
      return [{ kind: 'message', label: reasonOf(error), icon: 'warning' }];
    }
  }

  getParent(node: Node): Node | undefined {
    if ('parent' in node) {
      return node.parent;
    }
    const isInExercise = node.kind === 'student' || node.kind === 'toDecide';
    return isInExercise ? { kind: 'exercise', exercise: node.exercise } : undefined;
  }

  getTreeItem(node: Node): vscode.TreeItem {
    switch (node.kind) {
      case 'exercise':
        return exerciseItem(node, this.exercises.length === 1, this.decisionsOn(node.exercise));
      case 'toDecide':
        return toDecideItem(node);
      case 'student':
        return studentItem(
          node,
          this.standings.get(studentKey(node.student)),
          textOf(vocabularyOfExercise(node.exercise)),
        );
      case 'sentence':
        return sentenceItem(node, textOf(vocabularyOfExercise(node.parent.exercise)));
      case 'rightSentences':
        return rightSentencesItem(node);
      case 'finding':
        return findingItem(node, textOf(vocabularyOfExercise(node.parent.parent.exercise)));
      case 'doubtfulSentence':
        return doubtfulSentenceItem(node);
      case 'doubt':
        return doubtItem(node);
      case 'message':
        return messageItem(node);
    }
  }

  private async childrenOf(node: Node): Promise<Node[]> {
    switch (node.kind) {
      case 'exercise':
        void this.markStudents(node.exercise);
        return this.students(node.exercise);
      case 'student':
        return await this.sentences(node);
      case 'sentence':
        return node.findings.map((finding) => ({ kind: 'finding', document: node.document, finding, parent: node }));
      case 'rightSentences':
        return [...node.sentences];
      case 'doubtfulSentence':
        return node.doubts.map(([index, edit]) => ({
          kind: 'doubt',
          document: node.document,
          index,
          edit,
          parent: node,
        }));
      case 'message':
      case 'toDecide':
      case 'finding':
      case 'doubt':
        return [];
    }
  }

  /** Return the exercises, or what there is to do until the server runs. */
  private async roots(): Promise<Node[]> {
    if (this.status.kind !== 'running') {
      return this.status.actions.map((action) => ({ kind: 'message', ...action }));
    }
    const exercises = await this.listExercises();
    return [
      ...exercises.map((exercise) => ({ kind: 'exercise', exercise }) as const),
      ...this.notices.map((label) => ({ kind: 'message', label, icon: 'info' }) as const),
    ];
  }

  /** Return an exercise's students, below the number of decisions that are left. */
  private students(exercise: Assignment): Node[] {
    const students = sortStudents(
      exercise.students,
      this.order,
      (student) => this.standings.get(studentKey(student)),
      vocabularyOfExercise(exercise),
    );
    const open = this.decisionsOn(exercise);
    return [
      ...(open > 0 ? [{ kind: 'toDecide', exercise, open } as const] : []),
      ...students.map((student) => ({ kind: 'student', exercise, student }) as const),
    ];
  }

  private async sentences(parent: StudentNode): Promise<Node[]> {
    const uri = parent.student.view ?? parent.student.uri;
    const document =
      this.marks.of(vscode.Uri.parse(uri)) ??
      (await this.connection.request('markscheme/marks', {
        textDocument: { uri },
        ...(parent.student.author ? { author: parent.student.author } : {}),
      }));
    if (!document) {
      return [];
    }
    return isEstimate(document)
      ? doubtfulSentencesOf(document).map((sentence) => ({ kind: 'doubtfulSentence', document, parent, ...sentence }))
      : rowsOf(sentencesOf(document, vocabularyOfExercise(parent.exercise), parent), parent);
  }

  /** Request the list of exercises, unless nothing may have changed it since the last request. */
  private async listExercises(): Promise<readonly Assignment[]> {
    const list = (this.list ??= this.connection.request('markscheme/exercises', {}));
    try {
      const exercises = (await list) ?? [];
      this.exercises = assignmentsOf(exercises);
      this.notices = [...new Set(exercises.flatMap(({ notices }) => notices))];
    } catch (error) {
      this.list = undefined;
      throw error;
    }
    return this.exercises;
  }

  /** Request the results of an exercise's students, once; the tree shows names until they arrive. */
  private async markStudents(exercise: Assignment): Promise<void> {
    const key = exerciseKey(exercise);
    if (this.overviews.has(key) || exercise.students.length === 0) {
      return;
    }
    this.overviews.add(key);
    try {
      const overview = await this.connection.request('markscheme/overview', { uri: exercise.uri });
      overview?.exercises.forEach(({ students }) => this.keep(students));
      this.decisions.set(key, overview?.classes.reduce((sum, each) => sum + each.to_decide, 0) ?? 0);
    } catch (error) {
      for (const student of exercise.students) {
        this.standings.set(studentKey(student), { marks: null, problem: reasonOf(error) });
      }
    }
    this.changed.fire(undefined);
  }

  private keep(students: OverviewExercise['students']): void {
    for (const student of students) {
      const { marks, mark, estimate, problem } = student;
      this.standings.set(studentKey(student), { marks, estimate, problem, ...(mark ? { mark } : {}) });
    }
  }

  /** Show an open document's new marks, which are newer than its exercise's overview. */
  private update(uri: vscode.Uri): void {
    const marks = this.marks.of(uri);
    if (!marks || !this.exercises.some((exercise) => isIn(exercise, uri))) {
      this.list = undefined;
    }
    const student = this.exercises
      .flatMap(({ students }) => students)
      .find((each) => each.absence === undefined && isText(each, uri) && (!each.author || each.view !== null));
    if (student && marks) {
      this.standings.set(studentKey(student), standingOf(marks));
    }
    if (student || !this.list) {
      this.changed.fire(undefined);
    }
  }

  /** Request an exercise's results again after its source or a reference has changed. */
  private forgetExerciseOf(uri: vscode.Uri): void {
    for (const exercise of this.exercises) {
      const texts = [...exercise.sources, ...exercise.references];
      if (texts.some((text) => isText(text, uri)) && this.overviews.delete(exerciseKey(exercise))) {
        this.redrawSoon();
      }
    }
  }

  private redrawSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.redrawAnew(), REDRAW_DELAY);
  }
}

function vocabularyOfExercise({ uri }: Assignment): Vocabulary {
  return vocabularyOf(vscode.Uri.parse(uri));
}

/** Whether a document belongs to an exercise, or a folder is the exercise's. */
function isIn({ uri: folder, sources, students, references }: Assignment, uri: vscode.Uri): boolean {
  const texts = [...sources, ...students, ...references];
  return vscode.Uri.parse(folder).toString() === uri.toString() || texts.some((text) => isText(text, uri));
}

/** Whether a URI is a text's file, or its view. */
function isText(text: Text, uri: vscode.Uri): boolean {
  return [text.uri, text.view].some((own) => own !== null && vscode.Uri.parse(own).toString() === uri.toString());
}

function standingOf(answer: DocumentAnswer): Standing {
  return isEstimate(answer)
    ? {
        marks: null,
        estimate: { quality: answer.estimate.quality, q: answer.estimate.q, lowering: doubtsOf(answer).length },
        problem: null,
      }
    : { marks: answer.marks, problem: null, ...(answer.mark ? { mark: answer.mark } : {}) };
}

/** Milliseconds for which the status bar says what a decision did. */
const SAID = 20_000;

/**
 * Shows how many decisions are left, on the view's icon and in the status bar, where a press begins with them; and what
 * the last decision did, wherever it was taken, with a press that takes it back.
 *
 * It is a line and no message, since twenty decisions in a row would heap up twenty messages on the text.
 */
export class ToDecide implements vscode.Disposable {
  private readonly left = statusItem('toDecide', vscode.StatusBarAlignment.Right, 101);
  private readonly effect = statusItem('effect', vscode.StatusBarAlignment.Left, -1);
  private readonly undo = statusItem('undo', vscode.StatusBarAlignment.Left, -2);
  private readonly subscriptions: readonly vscode.Disposable[];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    connection: Connection,
    private readonly tree: ExerciseTree,
    private readonly view: vscode.TreeView<unknown>,
    private readonly front: FrontEditor,
  ) {
    this.left.name = l10n.t('Markscheme: to decide');
    this.effect.name = l10n.t('Markscheme: what the last decision did');
    this.undo.name = l10n.t('Markscheme: take the last decision back');
    this.undo.text = `$(discard) ${l10n.t('Undo')}`;
    this.subscriptions = [
      tree.onDidChangeTreeData(() => this.count()),
      front.onDidChange(() => this.count()),
      connection.onDidDecide((decided) => this.say(decided)),
    ];
  }

  dispose(): void {
    clearTimeout(this.timer);
    vscode.Disposable.from(...this.subscriptions, this.left, this.effect, this.undo).dispose();
  }

  private count(): void {
    const all = this.tree.toDecide(undefined).open;
    this.view.badge = all > 0 ? { value: all, tooltip: toDecideTitle(all) } : undefined;
    const { open, exercise } = this.tree.toDecide(this.front.uri);
    this.left.text = `$(circle-filled) ${toDecideTitle(open)}`;
    const begin = { command: 'markscheme.showAnswersToDecide', title: l10n.t('Decide') };
    this.left.command = { ...begin, arguments: exercise ? [{ exercise }] : [] };
    this.left.tooltip = l10n.t('Decide one after another. One decision holds for the whole class.');
    setVisible(this.left, open > 0);
  }

  private say({ message, key, undo }: Notifications['markscheme/decided']): void {
    const isReadOut = vscode.workspace.getConfiguration('editor').get('accessibilitySupport') === 'on';
    if (isReadOut) {
      void this.sayAloud(message, undo ? key : null);
      return;
    }
    this.effect.text = `$(check) ${message}`;
    this.undo.tooltip = l10n.t('Take back: {0}', message);
    this.undo.command = undoCommand(key);
    this.effect.show();
    setVisible(this.undo, undo);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.effect.hide();
      this.undo.hide();
    }, SAID);
  }

  /** Say it in a message, which a screen reader reads; it reads nothing of the status bar by itself. */
  private async sayAloud(message: string, key: string | null): Promise<void> {
    const { title, command, arguments: parameters = [] } = undoCommand(key);
    const actions = key === null ? [] : [title];
    if ((await vscode.window.showInformationMessage(message, ...actions)) === title) {
      await vscode.commands.executeCommand(command, ...(parameters as unknown[]));
    }
  }
}

function undoCommand(key: string | null): vscode.Command {
  return { command: 'markscheme.undoDecision', title: l10n.t('Undo'), arguments: [null, key] };
}

function setVisible(item: vscode.StatusBarItem, isVisible: boolean): void {
  if (isVisible) {
    item.show();
  } else {
    item.hide();
  }
}

function statusItem(id: string, alignment: vscode.StatusBarAlignment, priority: number): vscode.StatusBarItem {
  return vscode.window.createStatusBarItem(`markscheme.${id}`, alignment, priority);
}
