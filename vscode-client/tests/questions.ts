import type { AnnotatorQuestion, QuestionQueue, QuestionVersion, Range } from '../src/protocol/contract';

function range(line: number, start: number, end: number): Range {
  return { start: { line, character: start }, end: { line, character: end } };
}

function version(name: string, role: QuestionVersion['role'], words: string | null): QuestionVersion {
  const place = { uri: `file:///corpus/${name.toLowerCase()}.txt`, range: range(3, 4, 9) };
  return { name: name.toLowerCase(), label: name, role, words, place: words === null ? null : place };
}

/** Return a question about one word of a sentence; the second one is about two corrections. */
export function sampleQuestion(index: number): AnnotatorQuestion {
  const word = `word${index}`;
  const sentence = `She like ${word} of the city very much .`;
  const isContradiction = index === 1;
  const place = { uri: 'file:///corpus/source.txt', range: range(index, 9, 9 + word.length) };
  const hypotheses = ['Ana', 'Ben', 'Cleo', 'Dan', 'Eva', 'Finn', 'Gus'];
  return {
    key: `key${index}`,
    kind: isContradiction ? 'contradicting-references' : 'uncovered-correction',
    title: 'Correction that no reference has',
    message: `No reference has this: ${word} → ${word}s`,
    prompt: `Is this correct: ${word} → ${word}s?`,
    exercise: 'corpus',
    uri: 'file:///corpus/source.txt',
    ...{ sentence, before: word, place },
    sentencePlace: { uri: place.uri, range: range(index, 0, sentence.length) },
    alternatives: [
      { before: word, after: `${word}s`, type: 'R:NOUN:NUM', references: [], hypotheses, asked: true },
      ...(isContradiction
        ? [{ before: word, after: '', type: 'U:NOUN', references: ['Kim'], hypotheses: [], asked: false }]
        : []),
    ],
    versions: [
      version('Kim', 'reference', word),
      version('Roy', 'reference', word),
      version('Lee', 'reference', null),
      ...hypotheses.map((name) => version(name, 'hypothesis', `${word}s`)),
      version('Hal', 'hypothesis', word),
    ],
    answers: (['accept', 'reject', 'optional', 'stands', 'skip', 'note'] as const).map((name) => ({
      name,
      title: name,
    })),
    effect: 7,
    likelihood: 0.8,
    parts: { share: 0.8, credit: null, quality: null },
    priority: 5.6 - index,
    why: '7 of 8 hypotheses make it, and no reference does',
    state: 'open',
    replies: [],
  };
}

/** Return a queue of open questions, all of which it lists. */
export function queueOf(questions: readonly AnnotatorQuestion[]): QuestionQueue {
  return { author: 'Ms Kim', open: questions.length, skipped: 0, answered: 0, questions, problems: [], tags: [] };
}
