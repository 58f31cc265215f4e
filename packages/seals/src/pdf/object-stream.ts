import { tooMuch, unreadable } from '../fault.ts'
import { limits, type Budget } from '../limits.ts'
import { PdfParser } from './parser.ts'
import { unpackStream } from './unpack.ts'
import { nameOf, PdfStream, type PdfValue } from './values.ts'

interface Holder {
  readonly budget: Budget
  rawBytes(stream: PdfStream): Buffer
}

/** The objects that are packed together in one stream, by their numbers. */
export function readObjectStream(holder: Holder, { dict, start }: PdfStream): Map<number, PdfValue> {
  const count = dict.get('N')
  const first = dict.get('First')
  if (nameOf(dict.get('Type')) !== 'ObjStm' || typeof count !== 'number' || typeof first !== 'number') {
    throw unreadable('packed objects are damaged')
  }
  if (count > limits.objects) throw tooMuch('the file has too many objects')
  const bytes = unpackStream(dict, holder.rawBytes(new PdfStream(dict, start)), holder.budget)
  const places = new PdfParser(bytes, holder.budget)
  const objects = new Map<number, PdfValue>()
  for (let i = 0; i < count; i += 1) {
    const num = places.readInteger()
    const offset = places.readInteger()
    if (objects.has(num)) throw unreadable('packed objects have the same number')
    objects.set(num, new PdfParser(bytes, holder.budget, first + offset).readValue())
  }
  return objects
}
