import { crc32 } from 'node:zlib';

/** Return a zip archive of files, without compression. */
export function archive(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const [parts, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const [path, content] = [Buffer.from(name), typeof text === 'string' ? Buffer.from(text) : text];
    const entry = Buffer.alloc(26);
    entry.writeUInt16LE(20, 0);
    entry.writeUInt32LE(0x21 << 16, 6);
    entry.writeUInt32LE(crc32(content), 10);
    entry.writeUInt32LE(content.length, 14);
    entry.writeUInt32LE(content.length, 18);
    entry.writeUInt16LE(path.length, 22);
    parts.push(Buffer.from('PK\x03\x04'), entry, path, content);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), entry, place, path);
    offset += 4 + entry.length + path.length + content.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, index, end]);
}
