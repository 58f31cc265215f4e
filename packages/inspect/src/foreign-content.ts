import { piecesOf, textPieceBytes, type ByteSource } from './byte-source.ts'
import { mismatch } from './verdict.ts'

/** Long enough not to appear by chance in compressed bytes. */
const binaryMarkup = /<script[\s>]|<html[\s>]|<iframe[\s>]|<\?php\s|<!doctype\s+html/i
const overlap = 32

/** What a browser or a web server might run, inside a file that says it is something else. */
export async function refuseMarkup(source: ByteSource, start = 0): Promise<void> {
  let carried = ''
  for await (const { bytes } of piecesOf(source, start, source.size, textPieceBytes)) {
    const text = carried + bytes.toString('latin1')
    if (binaryMarkup.test(text)) throw mismatch('the file also contains a web page or a script')
    carried = text.slice(-overlap)
  }
}

export function hasMarkup(text: string): boolean {
  return binaryMarkup.test(text)
}

const endRecordBytes = 22
const endRecord = Buffer.from('PK\x05\x06', 'latin1')

/** Archives are read from their end, so that one may stand behind any other file. */
export async function refuseArchiveAtEnd(source: ByteSource): Promise<void> {
  const from = Math.max(0, source.size - endRecordBytes - 65_535)
  const tail = await source.read(from, source.size - from)
  for (
    let at = tail.lastIndexOf(endRecord);
    at >= 0;
    at = at === 0 ? -1 : tail.lastIndexOf(endRecord, at - 1)
  ) {
    // Readers differ in how much they tolerate after the record: it is enough that it is whole.
    if (at + endRecordBytes <= tail.length) throw mismatch('the file is an archive as well')
  }
}
