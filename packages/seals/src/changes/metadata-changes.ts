import type { PdfDocument } from '../pdf/document.ts'
import { unpackStream } from '../pdf/unpack.ts'
import { PdfRef, PdfStream, type PdfValue } from '../pdf/values.ts'
import { differingKeys, type Update } from './update.ts'

/** Every program that saves a file notes when, and its own name. */
const noted = new Set(['ModDate', 'Producer'])
const notedInXml = ['ModifyDate', 'MetadataDate', 'InstanceID', 'Producer'].flatMap((name) => [
  new RegExp(`(<\\w+:${name}>)[^<]*`, 'g'),
  new RegExp(`(\\s\\w+:${name}=")[^"]*`, 'g'),
])

/** Notes about the last save may change; title, author and all else that describes the document may not. */
export function explainMetadata({ before, after }: Update, explained: Set<number>): void {
  const info = before.trailer.get('Info')
  const [old, now] = [before.dict(info), after.dict(info)]
  if (info instanceof PdfRef && old && now && differingKeys(old, now).every((key) => noted.has(key))) {
    explained.add(info.num)
  }
  const metadata = before.catalog.get('Metadata')
  if (metadata instanceof PdfRef && describes(before, metadata) === describes(after, metadata)) {
    explained.add(metadata.num)
  }
}

/** The text without its notes, blanks and padding; a text of its own for what is none. */
function describes(document: PdfDocument, value: PdfValue): string {
  const stream = document.resolve(value)
  if (!(stream instanceof PdfStream)) return `none ${document.bytes.length}`
  let text = unpackStream(stream.dict, document.rawBytes(stream), document.budget).toString('latin1')
  for (const note of notedInXml) text = text.replaceAll(note, '$1')
  return text.replaceAll(/\s+/g, ' ')
}
