import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

import type { Connection } from '../connection';
import type { FrontEditor } from '../frontEditor';
import type { MarkStore } from '../marks/markStore';
import { doubtsOf, onDidChangeVocabulary, textOf, vocabularyOf } from '../marks/markText';
import { DelayedTask } from '../panels/panelPage';
import { isEstimate, type Notifications } from '../protocol/methods';
import type { Exercise } from '../protocol/contract';
import type { Vocabulary } from '../protocol/vocabularies';
import type { ServerInstallation } from '../server/serverInstallation';
import { reasonOf } from '../words';
import {
  type Assignment,
  assignmentsOf,
  decideCommand,
  exerciseKey,
  exerciseNode,
  messageNode,
  type Node,
  type Order,
  ORDERS,
  rowsOf,
  sortStudents,
  type Standing,
  type Student,
  studentKey,
  studentNode,
  type StudentNode,
  type Text,
  toDecideNode,
  toDecideTitle,
} from './exerciseNodes';

/** Key of the order of students in the workspace's memory. */
const ORDER_KEY = 'markscheme.exercises.order';

/** Milliseconds without a newly marked source or reference before the tree is drawn again. */
const REDRAW_DELAY = 400;

/** The tree of exercises, students, sentences and findings. Children are requested when a node is unfolded. */
export class ExerciseTree implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  private readonly subscriptions: vscode.Disposable;
  private readonly redraw = new DelayedTask(REDRAW_DELAY, () => this.redrawAnew());
  /** The students' results in the last overview. */
  private readonly standings = new Map<string, Standing>();
  /** The exercises whose students' results are requested, or there. */
  private readonly overviews = new Set<string>();
  /** The number of decisions that are left about each exercise. */
  private readonly decisions = new Map<string, number>();
  private exercises: readonly Assignment[] = [];
  private notices: readonly string[] = [];
  /** The last request of the list; `undefined` after something that may change the list. */
  private list: Promise<readonly Exercise[] | undefined> | undefined;

  readonly onDidChangeTreeData = this.changed.event;

  constructor(
    private readonly connection: Connection,
    private readonly marks: MarkStore,
    private readonly memory: vscode.Memento,
    private readonly status: ServerInstallation,
  ) {
    this.subscriptions = vscode.Disposable.from(
      connection.onDidChangeExercises(() => {
        this.list = undefined;
        this.redrawAnew();
      }),
      status.onDidChangeKind(() => this.refresh()),
      connection.onDidPublish((uri) => this.forgetExerciseOf(uri)),
      connection.onDidDecide(() => this.redraw.start()),
      marks.onDidChange((uri) => this.update(uri)),
      onDidChangeVocabulary(() => this.changed.fire(undefined)),
      ...[this.redraw, this.changed],
    );
  }

  dispose(): void {
    this.subscriptions.dispose();
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
      return node ? [...((await node.children?.()) ?? [])] : await this.roots();
    } catch (error) {
      return [messageNode(reasonOf(error), 'warning')];
    }
  }

  getParent({ parent }: Node): Node | undefined {
    return parent;
  }

  getTreeItem({ item }: Node): vscode.TreeItem {
    return item;
  }

  /** Return the exercises, or what there is to do until the server runs. */
  private async roots(): Promise<Node[]> {
    if (this.status.kind !== 'running') {
      return this.status.actions.map(({ label, icon, command }) => messageNode(label, icon, command));
    }
    const exercises = await this.listExercises();
    return [
      ...exercises.map((exercise): Node => {
        const node = exerciseNode(exercise, exercises.length === 1, this.decisionsOn(exercise));
        return { ...node, children: () => this.students(node, exercise) };
      }),
      ...this.notices.map((label) => messageNode(label, 'info')),
    ];
  }

  /** Return an exercise's students, below the number of decisions that are left. */
  private students(parent: Node, exercise: Assignment): Node[] {
    void this.markStudents(exercise);
    const standing = (student: Student): Standing | undefined => this.standingOf(student);
    const order = this.memory.get<Order>(ORDER_KEY, ORDERS[0]);
    const vocabulary = vocabularyOf(vscode.Uri.parse(exercise.uri));
    const open = this.decisionsOn(exercise);
    const students = sortStudents(exercise.students, order, standing, vocabulary).map((student): Node => {
      const node = { ...studentNode(exercise, student, standing(student), textOf(vocabulary)), parent };
      return { ...node, children: () => this.sentences(node, vocabulary) };
    });
    return open > 0 ? [{ ...toDecideNode(exercise, open), parent }, ...students] : students;
  }

  private async sentences(parent: StudentNode, vocabulary: Vocabulary): Promise<readonly Node[]> {
    const { uri, student } = parent;
    const author = student.author ? { author: student.author } : {};
    const document =
      this.marks.of(vscode.Uri.parse(uri)) ??
      (await this.connection.request('markscheme/marks', { textDocument: { uri }, ...author }));
    return document ? rowsOf(parent, document, vocabulary) : [];
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
      for (const student of overview?.exercises.flatMap(({ students }) => students) ?? []) {
        this.standings.set(studentKey(student), student);
      }
      this.decisions.set(key, overview?.classes.reduce((sum, each) => sum + each.to_decide, 0) ?? 0);
    } catch (error) {
      for (const student of exercise.students) {
        this.standings.set(studentKey(student), { problem: reasonOf(error) });
      }
    }
    this.changed.fire(undefined);
  }

  /** Return a student's result: an open document's marks are newer than its exercise's overview. */
  private standingOf(student: Student): Standing | undefined {
    const { uri, view, author, absence } = student;
    const isOneText = absence === undefined && (!author || view !== null);
    const answer = isOneText ? this.marks.of(vscode.Uri.parse(view ?? uri)) : undefined;
    return isEstimate(answer)
      ? { estimate: { ...answer.estimate, lowering: doubtsOf(answer).length } }
      : (answer ?? this.standings.get(studentKey(student)));
  }

  /** Show an open document's new marks. One of no exercise, or without marks, may change the list. */
  private update(uri: vscode.Uri): void {
    const owners = this.exercises.filter((exercise) => isIn(exercise, uri));
    if (owners.length === 0 || !this.marks.of(uri)) {
      this.list = undefined;
    }
    if (!this.list || owners.some(({ students }) => students.some((student) => isText(student, uri)))) {
      this.changed.fire(undefined);
    }
  }

  /** Request an exercise's results again after its source or a reference has changed. */
  private forgetExerciseOf(uri: vscode.Uri): void {
    for (const exercise of this.exercises) {
      const texts = [...exercise.sources, ...exercise.references];
      if (texts.some((text) => isText(text, uri)) && this.overviews.delete(exerciseKey(exercise))) {
        this.redraw.start();
      }
    }
  }
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

/** Milliseconds for which the status bar says what a decision did. */
const SAID = 20_000;

/**
 * Show how many decisions are left, on the view's icon and in the status bar, where a press begins with them; and what
 * the last decision did, wherever it was taken, with a press that takes it back.
 *
 * It is a line and no message, since twenty decisions in a row would heap up twenty messages on the text.
 */
export function showDecisions(
  connection: Connection,
  tree: ExerciseTree,
  view: vscode.TreeView<unknown>,
  front: FrontEditor,
): vscode.Disposable {
  const { Left, Right } = vscode.StatusBarAlignment;
  const left = statusItem('toDecide', l10n.t('Markscheme: to decide'), Right, 101);
  const effect = statusItem('effect', l10n.t('Markscheme: what the last decision did'), Left, -1);
  const undo = statusItem('undo', l10n.t('Markscheme: take the last decision back'), Left, -2);
  const hide = new DelayedTask(SAID, () => [effect, undo].forEach((item) => item.hide()));
  left.tooltip = l10n.t('Decide one after another. One decision holds for the whole class.');
  undo.text = `$(discard) ${l10n.t('Undo')}`;
  const count = (): void => {
    const all = tree.toDecide(undefined).open;
    view.badge = all > 0 ? { value: all, tooltip: toDecideTitle(all) } : undefined;
    const { open, exercise } = tree.toDecide(front.uri);
    left.text = `$(circle-filled) ${toDecideTitle(open)}`;
    left.command = decideCommand(exercise);
    left[open > 0 ? 'show' : 'hide']();
  };
  return vscode.Disposable.from(
    ...[left, effect, undo, hide, tree.onDidChangeTreeData(count), front.onDidChange(count)],
    connection.onDidDecide((decided) => {
      if (vscode.workspace.getConfiguration('editor').get('accessibilitySupport') === 'on') {
        void sayAloud(decided);
        return;
      }
      effect.text = `$(check) ${decided.message}`;
      undo.tooltip = l10n.t('Take back: {0}', decided.message);
      undo.command = { command: UNDO, title: l10n.t('Undo'), arguments: [null, decided.key] };
      effect.show();
      undo[decided.undo ? 'show' : 'hide']();
      hide.start();
    }),
  );
}

const UNDO = 'markscheme.undoDecision';

/** Say it in a message, which a screen reader reads; it reads nothing of the status bar by itself. */
async function sayAloud({ message, key, undo }: Notifications['markscheme/decided']): Promise<void> {
  const actions = undo ? [l10n.t('Undo')] : [];
  if ((await vscode.window.showInformationMessage(message, ...actions)) !== undefined) {
    await vscode.commands.executeCommand(UNDO, null, key);
  }
}

function statusItem(id: string, name: string, side: vscode.StatusBarAlignment, priority: number): vscode.StatusBarItem {
  return Object.assign(vscode.window.createStatusBarItem(`markscheme.${id}`, side, priority), { name });
}
