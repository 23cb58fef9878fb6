import assert from 'node:assert/strict';

import { exportKinds, exportMessage, exportOptions, importMessage } from '../../../src/commands/gradebook';

describe('Taking grades back', () => {
  it('shows what was taken back the last time first', () => {
    const names = exportKinds('workbook').map(({ name }) => name);
    assert.deepEqual(names, ['workbook', 'table', 'tableAndFeedback', 'feedback']);
  });

  it('names a table, feedback and a workbook to the server only where they are chosen', () => {
    const of = (name: string): object => {
      const kind = exportKinds().find((one) => one.name === name)!;
      return exportOptions(kind, kind.needsTable ? 'file:///grades.csv' : undefined, 'Week 1', 'pdf');
    };
    const worksheet = 'file:///grades.csv';
    assert.deepEqual(of('table'), { assignment: 'Week 1', worksheet });
    assert.deepEqual(of('tableAndFeedback'), { assignment: 'Week 1', worksheet, feedback: 'pdf' });
    assert.deepEqual(of('feedback'), { assignment: 'Week 1', feedback: 'pdf' });
    assert.deepEqual(of('workbook'), { assignment: 'Week 1', workbook: true });
  });

  it('says what was written, what to do with it, and what stayed', () => {
    const text = '2 new grades. In Moodle, choose “Upload grading worksheet”';
    const files = [{ uri: 'file:///a/Grades%20Week%201.csv', text }];
    assert.equal(exportMessage({ files, kept: [], notices: [] }), `Grades Week 1.csv: ${text}.`);
    const kept = ['Ada: the grade 99.00 stays; the mark is 80.00'];
    assert.match(
      exportMessage({ files, kept, notices: ['Ben has no mark'] }),
      /stays; the mark is 80\.00\. Ben has no mark\.$/,
    );
  });

  it('says how many texts came in, and what is left to do', () => {
    const imported = {
      folder: 'file:///a',
      assignment: 'Market',
      system: 'Moodle',
      texts: 28,
      left_out: [],
      complete: true,
    };
    assert.equal(importMessage(imported), '28 texts from Moodle are in the exercise “Market”.');
    assert.match(
      importMessage({ ...imported, texts: 1, complete: false }),
      /^One text from Moodle .* then set it up\.$/,
    );
  });
});
