/** Word documents, written by hand. */

import { archive } from '../../archive';
const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
const DOCUMENT_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const TEXT_TYPE = 'application/vnd.oasis.opendocument.text';

/** Words, and what each author writes in their place. */
export interface Change {
  readonly before: string;
  readonly by: Readonly<Record<string, string>>;
}

/** Return a Word document; a paragraph is its words and its tracked changes. */
export function wordDocument(...paragraphs: readonly (readonly (string | Change)[])[]): Buffer {
  const body = paragraphs.map((parts) => `<w:p>${parts.map(partOf).join('')}</w:p>`).join('');
  return archive({
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${DOCUMENT_TYPE}"/></Types>`,
    '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="${W}"><w:body>${body}</w:body></w:document>`,
  });
}

/** Return an OpenDocument text. */
export function openDocument(...paragraphs: readonly string[]): Buffer {
  const [office, text] = ['office', 'text'].map((name) => `urn:oasis:names:tc:opendocument:xmlns:${name}:1.0`);
  const body = paragraphs.map((words) => `<text:p>${words}</text:p>`).join('');
  return archive({
    mimetype: TEXT_TYPE,
    'content.xml': `<?xml version="1.0"?><office:document-content xmlns:office="${office}" xmlns:text="${text}"><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    'META-INF/manifest.xml': '<manifest/>',
  });
}

/** Return a text as RTF. */
export function richText(...paragraphs: readonly string[]): string {
  return `{\\rtf1\\ansi ${paragraphs.join('\\par\n')}}`;
}

/** Return the beginning of an old or an encrypted document of Word. */
export function compoundFile(stream: string): Buffer {
  const magic = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  return Buffer.concat([magic, Buffer.alloc(504), Buffer.from(stream, 'utf16le')]);
}

function partOf(part: string | Change): string {
  if (typeof part === 'string') {
    return run('t', part);
  }
  const changed = (element: string, author: string, content: string): string =>
    `<w:${element} w:id="1" w:author="${author}" w:date="2025-03-01T10:00:00Z">${content}</w:${element}>`;
  const deleted = Object.keys(part.by).reduceRight(
    (content, author) => changed('del', author, content),
    run('delText', part.before),
  );
  const inserted = Object.entries(part.by).map(([author, words]) => changed('ins', author, run('t', words)));
  return deleted + inserted.join('');
}

function run(element: string, words: string): string {
  return `<w:r><w:${element} xml:space="preserve">${words}</w:${element}></w:r>`;
}
