import type { ClassQuestion, ClassQuestions, ConcernedStudent, Ruled } from '../src/protocol/contract';

function student(name: string, points: number): ConcernedStudent {
  return {
    ...{ student: name.toLowerCase(), label: name, uri: `file:///class/${name}.txt`, points, max: 20 },
    after: {
      correct: [points + 1, 20],
      partly: [points + 0.5, 20],
      wrong: [points, 20],
      either: [points, 19],
    },
  };
}

const NAMES = ['Ada', 'Bo', 'Cy', 'Dee', 'Eva', 'Finn', 'Gus', 'Hal'];

/** Return a question about one word of a sentence, that some students wrote. */
export function sampleAnswer(index: number, students = 2): ClassQuestion {
  const word = `word${index}`;
  return {
    ...{ key: `key${index}`, assignment: 'letter', verdict: 'different', sentences: index === 1 ? 3 : 1 },
    sentence: `She like ${word} and words of the city very much.`,
    corrected: `She likes ${word}s and words of the city very much.`,
    ...{ source: word, answer: `${word}s`, change: `${word} → ${word}s` },
    teachers: [{ names: 'Ms Kim, Mr Roy', text: `${word} → the ${word}` }],
    students: NAMES.slice(0, students).map((name, number) => student(name, 14 + number)),
    rulings: ['correct', 'partly', 'wrong', 'either'],
    width: 0.1,
  };
}

/** Return an answer of the server's that lists all of some questions, and two marks, one of which is final. */
export function answersOf(questions: readonly ClassQuestion[]): ClassQuestions {
  const mark = { max: 20, range: [14, 17], places: [], final: null, reopened: null };
  return {
    ...{ questions, open: questions.length, places: questions.length, sheets: [] },
    ...{ unmarked: [], course: [], problems: [] },
    marks: [
      { ...mark, student: 'ada', label: 'Ada', uri: 'file:///class/Ada.txt', points: 14, open: questions.length },
      { ...mark, student: 'zoe', label: 'Zoe', uri: 'file:///class/Zoe.txt', points: 17, open: 0 },
    ],
  };
}

/** Return what the server says of a ruling on a question, `null` for one that was taken back. */
export function ruledOn({ key, change }: ClassQuestion, ruling: string | null, left: readonly ClassQuestion[]): Ruled {
  return {
    ...{ key, change, ruling, message: 'Correct now: Ada’s mark changed', next: null },
    moves: [{ student: 'ada', label: 'Ada', before: '14 to 17 of 20', after: '17 of 20' }],
    state: answersOf(left),
  };
}
