import { inflateSync, constants } from 'node:zlib'
import { tooMuch, unreadable } from '../fault.ts'
import type { Budget } from '../limits.ts'
import { dictOf, isArray, nameOf, type PdfDict, type PdfValue } from './values.ts'

/** Only what structure is packed with: pages and pictures are compared as they stand. */
export function unpackStream(dict: PdfDict, raw: Buffer, budget: Budget): Buffer {
  const filter = single(dict.get('Filter'))
  if (filter === null) return raw
  if (nameOf(filter) !== 'FlateDecode') throw unreadable('structure is packed in a way that is not read')
  const parameters = dictOf(single(dict.get('DecodeParms')))
  return undoPredictor(inflate(raw, budget), parameters)
}

function single(value: PdfValue): PdfValue {
  if (!isArray(value)) return value
  if (value.length > 1) throw unreadable('structure is packed more than once')
  return value[0] ?? null
}

function inflate(raw: Buffer, budget: Budget): Buffer {
  try {
    const unpacked = inflateSync(raw, {
      maxOutputLength: Math.max(1, budget.unpackedLeft),
      finishFlush: constants.Z_FINISH,
    })
    budget.spendUnpacked(unpacked.length)
    return unpacked
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw tooMuch('the packed parts of the file are too large')
    }
    throw unreadable('packed structure is damaged')
  }
}

function undoPredictor(bytes: Buffer, parameters: PdfDict | null): Buffer {
  const number = (key: string, otherwise: number) => {
    const value = parameters?.get(key) ?? otherwise
    if (typeof value !== 'number' || value < 1 || value > 65_536)
      throw unreadable('packed structure is damaged')
    return value
  }
  const predictor = number('Predictor', 1)
  if (predictor === 1) return bytes
  if (predictor < 10 || number('BitsPerComponent', 8) !== 8 || number('Colors', 1) !== 1) {
    throw unreadable('structure is packed in a way that is not read')
  }
  return undoPng(bytes, number('Columns', 1))
}

function undoPng(bytes: Buffer, width: number): Buffer {
  const rows = Math.floor(bytes.length / (width + 1))
  const out = Buffer.alloc(rows * width)
  for (let row = 0; row < rows; row += 1) {
    const kind = bytes[row * (width + 1)] ?? 0
    for (let i = 0; i < width; i += 1) {
      const place = row * width + i
      const left = i > 0 ? (out[place - 1] ?? 0) : 0
      const up = row > 0 ? (out[place - width] ?? 0) : 0
      const corner = row > 0 && i > 0 ? (out[place - width - 1] ?? 0) : 0
      const packed = bytes[row * (width + 1) + 1 + i] ?? 0
      out[place] = packed + foretell(kind, left, up, corner)
    }
  }
  return out
}

function foretell(kind: number, left: number, up: number, corner: number): number {
  if (kind === 0) return 0
  if (kind === 1) return left
  if (kind === 2) return up
  if (kind === 3) return (left + up) >> 1
  if (kind !== 4) throw unreadable('packed structure is damaged')
  const guess = left + up - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}
