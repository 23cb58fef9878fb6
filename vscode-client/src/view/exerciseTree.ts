import * as vscode from 'vscode';

import type { Connection } from '../connection';
import { CATEGORY_COLOURS, CATEGORY_ICONS, categoryTitle, percentText, scoreText, tally } from '../marks/categories';
import type { MarkStore } from '../marks/markStore';
import type { DocumentMarks, Exercise, Finding, OverviewExercise } from '../protocol';
import {
  sentencesOf,
  sorted,
  studentKey,
  type ExerciseNode,
  type FindingNode,
  type Node,
  type Order,
  type SentenceNode,
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
      case 'finding':
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
    return sentencesOf(document).map(({ index, passage }) => ({ kind: 'sentence', document, index, passage, parent }));
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
      this.standings.set(studentKey(student), { marks: student.marks, problem: student.problem });
    });
  }

  /** An open hypothesis's own marks are newer than its exercise's overview. */
  private take(uri: vscode.Uri): void {
    const marks = this.marks.of(uri);
    const student = this.exercises
      .flatMap((exercise) => exercise.hypotheses)
      .find((hypothesis) => sameFile(hypothesis.uri, uri) && !hypothesis.author);
    if (student && marks) {
      this.standings.set(studentKey(student), { marks: marks.marks, problem: null });
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

function exerciseKey(exercise: Exercise): string {
  return `${exercise.uri}#${exercise.name}`;
}

function sameFile(text: string, uri: vscode.Uri): boolean {
  return vscode.Uri.parse(text).toString() === uri.toString();
}

function exerciseItem({ exercise }: ExerciseNode, alone: boolean): vscode.TreeItem {
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(exercise.name, alone ? Expanded : Collapsed);
  item.id = exerciseKey(exercise);
  item.contextValue = 'exercise';
  item.iconPath = new vscode.ThemeIcon('book');
  const { hypotheses, references } = exercise;
  item.description = [
    hypotheses.length === 1 ? vscode.l10n.t('1 student') : vscode.l10n.t('{0} students', hypotheses.length),
    references.length === 1 ? vscode.l10n.t('1 reference') : vscode.l10n.t('{0} references', references.length),
  ].join(', ');
  item.tooltip = vscode.Uri.parse(exercise.uri).fsPath;
  return item;
}

function studentItem({ student, exercise }: StudentNode, standing: Standing | undefined): vscode.TreeItem {
  const item = new vscode.TreeItem(student.name, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `${exerciseKey(exercise)}#${studentKey(student)}`;
  item.contextValue = 'student';
  item.iconPath = new vscode.ThemeIcon('person');
  item.tooltip = vscode.Uri.parse(student.uri).fsPath;
  item.command = { command: 'markscheme.openStudent', title: vscode.l10n.t('Open'), arguments: [student.uri] };
  if (standing?.marks) {
    const counts = tally(standing.marks.counts) || vscode.l10n.t('nothing to mark');
    item.description = `${scoreText(standing.marks.scores.score)} · ${counts}`;
    item.tooltip = `${student.name}: ${item.description}\n${item.tooltip}`;
  } else if (standing?.problem) {
    item.iconPath = new vscode.ThemeIcon('warning');
    item.description = standing.problem;
    item.tooltip = standing.problem;
  }
  return item;
}

function sentenceItem({ passage, index, parent, document }: SentenceNode): vscode.TreeItem {
  const item = new vscode.TreeItem(oneLine(passage.text), vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `${parent.exercise.uri}#${studentKey(parent.student)}#${index}`;
  item.contextValue = 'sentence';
  const credit = passage.credit === null ? '' : ` · ${vscode.l10n.t('credit {0}', percentText(passage.credit))}`;
  item.description = `${tally(passage.counts)}${credit}`;
  item.tooltip = passage.text;
  item.command = goTo(parent, document, passage.range);
  return item;
}

function findingItem({ finding, index, parent, document }: FindingNode): vscode.TreeItem {
  const title = categoryTitle(finding.category);
  const words = changed(finding);
  const item = new vscode.TreeItem(words);
  item.id = `${parent.parent.exercise.uri}#${studentKey(parent.parent.student)}#finding${index}`;
  item.contextValue = 'finding';
  item.iconPath = new vscode.ThemeIcon(
    CATEGORY_ICONS[finding.category],
    new vscode.ThemeColor(`markscheme.${CATEGORY_COLOURS[finding.category]}`),
  );
  item.description = [title, finding.type, ...wanted(finding)].join(' · ');
  item.tooltip = `${title}: ${words}`;
  item.accessibilityInformation = { label: `${item.tooltip}, ${finding.type}` };
  item.command = goTo(parent.parent, document, finding.range);
  return item;
}

/** What the student did; of an under-correction, what was left. */
function changed({ category, source, hypothesis }: Finding): string {
  const from = source || '∅';
  return category === 'under-correction' ? from : `${from} → ${hypothesis || '∅'}`;
}

/** What references have where the student is not right. */
function wanted({ category, references }: Finding): string[] {
  if (category === 'hit-correction') {
    return [];
  }
  const texts = new Set(references.map((reference) => reference.text || '∅'));
  return texts.size > 0 ? [[...texts].join(' / ')] : [];
}

function goTo(parent: StudentNode, document: DocumentMarks, range: Finding['range']): vscode.Command {
  return {
    command: 'markscheme.goTo',
    title: vscode.l10n.t('Go to'),
    arguments: [parent.student.uri, range, document.lines],
  };
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
