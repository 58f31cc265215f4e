// What a PDF is made of. Strings know where they stand: a seal is judged by places, not by looks.

export class PdfName {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

export class PdfString {
  readonly bytes: Buffer
  /** Of the opening `<` or `(`. */
  readonly start: number
  /** Behind the closing `>` or `)`. */
  readonly end: number
  readonly isHex: boolean
  constructor(bytes: Buffer, place: { start: number; end: number; isHex: boolean }) {
    this.bytes = bytes
    this.start = place.start
    this.end = place.end
    this.isHex = place.isHex
  }
}

export class PdfRef {
  readonly num: number
  readonly gen: number
  constructor(num: number, gen: number) {
    this.num = num
    this.gen = gen
  }
}

export class PdfDict {
  readonly entries = new Map<string, PdfValue>()
  /** Programs disagree on which of two equal keys counts, so what has them can be read in two ways. */
  hasDuplicates = false

  get(key: string): PdfValue {
    return this.entries.get(key) ?? null
  }

  has(key: string): boolean {
    return this.entries.has(key)
  }
}

export class PdfStream {
  readonly dict: PdfDict
  /** Of its first byte. */
  readonly start: number
  constructor(dict: PdfDict, start: number) {
    this.dict = dict
    this.start = start
  }
}

export type PdfValue =
  | null
  | boolean
  | number
  | PdfName
  | PdfString
  | PdfRef
  | PdfDict
  | PdfStream
  | readonly PdfValue[]

export const isArray = (value: PdfValue): value is readonly PdfValue[] => Array.isArray(value)

export const nameOf = (value: PdfValue): string | null => (value instanceof PdfName ? value.name : null)

/** The dictionary of a stream too. */
export const dictOf = (value: PdfValue): PdfDict | null => {
  if (value instanceof PdfStream) return value.dict
  return value instanceof PdfDict ? value : null
}

/** Equal texts mean equal values, whatever spaces, escapes or order of keys they were written with. */
export function writeValue(value: PdfValue): string {
  if (value === null) return 'null'
  if (typeof value === 'boolean' || typeof value === 'number') return String(value)
  if (value instanceof PdfName) return `/${JSON.stringify(value.name)}`
  if (value instanceof PdfString) return `(${value.bytes.toString('hex')})`
  if (value instanceof PdfRef) return `${value.num} ${value.gen} R`
  if (isArray(value)) return `[${value.map(writeValue).join(' ')}]`
  const dict = value instanceof PdfStream ? value.dict : value
  const keys = [...dict.entries.keys()].toSorted()
  const inside = keys.map((key) => `/${JSON.stringify(key)} ${writeValue(dict.get(key))}`).join(' ')
  return `<<${inside}${dict.hasDuplicates ? ' duplicate keys' : ''}>>`
}

/** All references inside, without following them. */
export function* refsIn(value: PdfValue): Generator<PdfRef> {
  if (value instanceof PdfRef) yield value
  else if (isArray(value)) for (const each of value) yield* refsIn(each)
  else {
    const dict = dictOf(value)
    if (dict) for (const each of dict.entries.values()) yield* refsIn(each)
  }
}
