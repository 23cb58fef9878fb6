import * as vscode from 'vscode';

import type { Connection } from '../connection';
import { doubtsOf } from '../marks/estimates';
import type { MarkStore } from '../marks/markStore';
import { isEstimate, type DocumentAnswer, type Exercise, type OverviewExercise } from '../protocol/contract';
import { doubtfulSentenceItem, doubtItem, exerciseItem, findingItem, sentenceItem, studentItem } from './exerciseItems';
import {
  doubtfulSentencesOf,
  exerciseKey,
  sentencesOf,
  sorted,
  studentKey,
  type Node,
  type Order,
  type Standing,
  type StudentNode,
} from './exerciseNodes';
import { reasonOf } from '../reason';

/** Where the chosen order of students is kept. */
const ORDER_KEY = 'markscheme.exercises.order';

/** Milliseconds of quiet after files changed until the tree is drawn anew. */
const CALM = 400;

/** Exercises, their students, their sentences, their findings: each asked for when it is unfolded. */
export class ExerciseTree implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<Node | undefined>();
  private readonly subscriptions: vscode.Disposable[];
  private readonly standings = new Map<string, Standing>();
  private readonly overviews = new Map<string, Promise<void>>();
  private exercises: readonly Exercise[] = [];
  private timer: NodeJS.Timeout | undefined;

  readonly onDidChangeTreeData = this.changed.event;

  constructor(
    private readonly connection: Connection,
    private readonly marks: MarkStore,
    private readonly memory: vscode.Memento,
  ) {
    const files = vscode.workspace.createFileSystemWatcher('**/*');
    const onFile = (uri: vscode.Uri): void => {
      if (this.concerns(uri)) {
        this.redrawSoon();
      }
    };
    this.subscriptions = [
      files,
      files.onDidCreate(onFile),
      files.onDidDelete(onFile),
      files.onDidChange(onFile),
      connection.onDidChangeState(() => {
        this.refresh();
      }),
      connection.onDidMark((uri) => {
        this.forgetExerciseOf(uri);
      }),
      marks.onDidChange((uri) => {
        this.take(uri);
      }),
    ];
  }

  dispose(): void {
    clearTimeout(this.timer);
    vscode.Disposable.from(...this.subscriptions, this.changed).dispose();
  }

  get order(): Order {
    return this.memory.get<Order>(ORDER_KEY, 'name');
  }

  /** Puts students in another order, for this workspace from now on. */
  async sortBy(order: Order): Promise<void> {
    await this.memory.update(ORDER_KEY, order);
    this.changed.fire(undefined);
  }

  /** Asks for everything again. */
  refresh(): void {
    this.standings.clear();
    this.overviews.clear();
    this.changed.fire(undefined);
  }

  async getChildren(node?: Node): Promise<Node[]> {
    try {
      return await this.childrenOf(node);
    } catch (error) {
      return [{ kind: 'problem', text: reasonOf(error) }];
    }
  }

  getParent(node: Node): Node | undefined {
    switch (node.kind) {
      case 'student':
        return { kind: 'exercise', exercise: node.exercise };
      case 'sentence':
      case 'finding':
      case 'doubtfulSentence':
      case 'doubt':
        return node.parent;
      case 'exercise':
      case 'problem':
        return undefined;
    }
  }

  getTreeItem(node: Node): vscode.TreeItem {
    switch (node.kind) {
      case 'exercise':
        return exerciseItem(node, this.exercises.length === 1);
      case 'student':
        return studentItem(node, this.standings.get(studentKey(node.student)));
      case 'sentence':
        return sentenceItem(node);
      case 'finding':
        return findingItem(node);
      case 'doubtfulSentence':
        return doubtfulSentenceItem(node);
      case 'doubt':
        return doubtItem(node);
      case 'problem': {
        const item = new vscode.TreeItem(node.text);
        item.iconPath = new vscode.ThemeIcon('warning');
        item.tooltip = node.text;
        return item;
      }
    }
  }

  private async childrenOf(node: Node | undefined): Promise<Node[]> {
    if (!node) {
      this.exercises = (await this.connection.request('markscheme/exercises', {})) ?? [];
      return this.exercises.map((exercise) => ({ kind: 'exercise', exercise }));
    }
    switch (node.kind) {
      case 'exercise':
        this.markStudents(node.exercise);
        return sorted(node.exercise.hypotheses, this.order, (student) => this.standings.get(studentKey(student))).map(
          (student) => ({ kind: 'student', exercise: node.exercise, student }),
        );
      case 'student':
        return await this.sentences(node);
      case 'sentence':
        return sentencesOf(node.document)
          .filter(({ index }) => index === node.index)
          .flatMap(({ findings }) => findings)
          .map(([index, finding]) => ({ kind: 'finding', document: node.document, index, finding, parent: node }));
      case 'doubtfulSentence':
        return doubtfulSentencesOf(node.document)
          .filter(({ index }) => index === node.index)
          .flatMap(({ doubts }) => doubts)
          .map(([index, edit]) => ({ kind: 'doubt', document: node.document, index, edit, parent: node }));
      case 'finding':
      case 'doubt':
      case 'problem':
        return [];
    }
  }

  private async sentences(parent: StudentNode): Promise<Node[]> {
    const uri = parent.student.uri;
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
      ? doubtfulSentencesOf(document).map(({ index, passage }) => ({
          kind: 'doubtfulSentence',
          document,
          index,
          passage,
          parent,
        }))
      : sentencesOf(document).map(({ index, passage }) => ({ kind: 'sentence', document, index, passage, parent }));
  }

  /** Names stand at once; marks join them when the engine has them. */
  private markStudents(exercise: Exercise): void {
    const key = exerciseKey(exercise);
    if (this.overviews.has(key) || exercise.hypotheses.length === 0) {
      return;
    }
    this.overviews.set(key, this.askOverview(exercise));
  }

  private async askOverview(exercise: Exercise): Promise<void> {
    try {
      const overview = await this.connection.request('markscheme/overview', { uri: exercise.uri });
      const found = overview?.exercises.find((item) => item.name === exercise.name && item.uri === exercise.uri);
      this.keep(found);
    } catch (error) {
      for (const student of exercise.hypotheses) {
        const problem = reasonOf(error);
        this.standings.set(studentKey(student), { marks: null, problem });
      }
    }
    this.changed.fire(undefined);
  }

  private keep(overview: OverviewExercise | undefined): void {
    overview?.students.forEach((student) => {
      const { marks, estimate, problem } = student;
      this.standings.set(studentKey(student), { marks, estimate: estimate ?? null, problem });
    });
  }

  /** An open hypothesis's own marks are newer than its exercise's overview. */
  private take(uri: vscode.Uri): void {
    const marks = this.marks.of(uri);
    const student = this.exercises
      .flatMap((exercise) => exercise.hypotheses)
      .find((hypothesis) => sameFile(hypothesis.uri, uri) && !hypothesis.author);
    if (student && marks) {
      this.standings.set(studentKey(student), standingOf(marks));
    }
    if (student || !marks) {
      this.changed.fire(undefined);
    }
  }

  /** When a source or a reference was marked anew, its exercise's students may stand otherwise. */
  private forgetExerciseOf(uri: vscode.Uri): void {
    for (const exercise of this.exercises) {
      const texts = [exercise.source, ...exercise.references.map((reference) => reference.uri)];
      if (texts.some((text) => text !== null && sameFile(text, uri)) && this.overviews.delete(exerciseKey(exercise))) {
        this.redrawSoon();
      }
    }
  }

  private concerns(uri: vscode.Uri): boolean {
    return (
      /(^|\/)(markscheme\.toml|accepted\.m2)$|\.(src|hyp|ref)\d*(\.|$)/.test(uri.path) ||
      this.exercises.some((exercise) =>
        [...exercise.hypotheses, ...exercise.references].some((text) => sameFile(text.uri, uri)),
      )
    );
  }

  private redrawSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.overviews.clear();
      this.changed.fire(undefined);
    }, CALM);
  }
}

function sameFile(text: string, uri: vscode.Uri): boolean {
  return vscode.Uri.parse(text).toString() === uri.toString();
}

function standingOf(marked: DocumentAnswer): Standing {
  return isEstimate(marked)
    ? {
        marks: null,
        estimate: { quality: marked.estimate.quality, q: marked.estimate.q, lowering: doubtsOf(marked).length },
        problem: null,
      }
    : { marks: marked.marks, problem: null };
}
