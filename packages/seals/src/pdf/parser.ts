import { unreadable, tooMuch } from '../fault.ts'
import { limits, type Budget } from '../limits.ts'
import { hexValue, isRegular, isSpace } from './characters.ts'
import { readHexString, readLiteralString } from './strings.ts'
import { PdfDict, PdfName, PdfRef, PdfStream, type PdfValue } from './values.ts'

const closing = Symbol('closing')
type Token = PdfValue | typeof closing | Keyword
class Keyword {
  readonly word: string
  constructor(word: string) {
    this.word = word
  }
}

const longestWord = 128
const integer = /^\d{1,10}$/
const decimal = /^[+-]?(\d+\.?\d*|\.\d+)$/

/** Reads values from any place in the bytes, strictly: what would need guessing is a fault. */
export class PdfParser {
  readonly bytes: Buffer
  private readonly budget: Budget
  at: number

  constructor(bytes: Buffer, budget: Budget, at = 0) {
    this.bytes = bytes
    this.budget = budget
    this.at = at
  }

  skipSpace(): void {
    for (;;) {
      const code = this.bytes[this.at]
      if (isSpace(code)) this.at += 1
      else if (code === 0x25) this.skipComment()
      else return
    }
  }

  private skipComment(): void {
    while (this.at < this.bytes.length && this.bytes[this.at] !== 10 && this.bytes[this.at] !== 13)
      this.at += 1
  }

  /** The word that stands here, without taking it. */
  peekWord(): string {
    this.skipSpace()
    let end = this.at
    while (isRegular(this.bytes[end]) && end - this.at < longestWord) end += 1
    return this.bytes.toString('latin1', this.at, end)
  }

  /** Takes the word if it stands here. */
  takeWord(word: string): boolean {
    if (this.peekWord() !== word) return false
    this.at += word.length
    return true
  }

  readInteger(): number {
    const word = this.peekWord()
    if (!integer.test(word)) throw unreadable('a number is missing where the structure needs one')
    this.at += word.length
    return Number(word)
  }

  readValue(depth = 0): PdfValue {
    const token = this.readToken(depth)
    if (token === closing || token instanceof Keyword) throw unreadable('a value is missing')
    return token
  }

  private readToken(depth: number): Token {
    if (depth > limits.nesting) throw tooMuch('values are nested too deeply')
    this.budget.spendValue()
    this.skipSpace()
    const code = this.bytes[this.at]
    if (code === undefined) throw unreadable('the file ends inside a value')
    if (code === 0x2f) return this.readName()
    if (code === 0x28) return this.take(readLiteralString(this.bytes, this.at))
    if (code === 0x5b) return this.readArray(depth)
    if (code === 0x3c) {
      return this.bytes[this.at + 1] === 0x3c
        ? this.readDict(depth)
        : this.take(readHexString(this.bytes, this.at))
    }
    if (code === 0x5d) return this.close(1)
    if (code === 0x3e && this.bytes[this.at + 1] === 0x3e) return this.close(2)
    return this.readWord()
  }

  private close(length: number): typeof closing {
    this.at += length
    return closing
  }

  private take<T extends { end: number }>(value: T): T {
    this.at = value.end
    return value
  }

  private readName(): PdfName {
    let name = ''
    this.at += 1
    while (isRegular(this.bytes[this.at])) {
      const code = this.bytes[this.at] ?? 0
      const high = code === 0x23 ? hexValue(this.bytes[this.at + 1]) : -1
      const low = high >= 0 ? hexValue(this.bytes[this.at + 2]) : -1
      name += String.fromCharCode(low >= 0 ? high * 16 + low : code)
      this.at += low >= 0 ? 3 : 1
      if (name.length > 4096) throw tooMuch('a name is too long')
    }
    return new PdfName(name)
  }

  private readWord(): PdfValue | Keyword {
    const word = this.peekWord()
    if (word === '') throw unreadable('a sign stands where none may')
    this.at += word.length
    if (word === 'true' || word === 'false') return word === 'true'
    if (word === 'null') return null
    if (integer.test(word)) return this.readReference(Number(word))
    if (decimal.test(word)) return Number(word)
    return new Keyword(word)
  }

  /** `12 0 R`, or only the number 12. */
  private readReference(num: number): PdfValue {
    const { at } = this
    const gen = this.peekWord()
    if (/^\d{1,5}$/.test(gen)) {
      this.at += gen.length
      if (this.takeWord('R')) return new PdfRef(num, Number(gen))
    }
    this.at = at
    return num
  }

  private readArray(depth: number): PdfValue[] {
    this.at += 1
    const items: PdfValue[] = []
    for (;;) {
      const token = this.readToken(depth + 1)
      if (token === closing) {
        if (this.bytes[this.at - 1] !== 0x5d) throw unreadable('an array is closed like a dictionary')
        return items
      }
      if (token instanceof Keyword) throw unreadable('an array holds what is no value')
      items.push(token)
    }
  }

  private readDict(depth: number): PdfDict {
    this.at += 2
    const dict = new PdfDict()
    for (;;) {
      const key = this.readToken(depth + 1)
      if (key === closing) {
        if (this.bytes[this.at - 1] !== 0x3e) throw unreadable('a dictionary is closed like an array')
        return dict
      }
      if (!(key instanceof PdfName)) throw unreadable('a dictionary has a key that is no name')
      const value = this.readValue(depth + 1)
      if (dict.entries.has(key.name)) dict.hasDuplicates = true
      dict.entries.set(key.name, value)
    }
  }

  /** `12 0 obj …` up to its `endobj`, or up to the first byte of its stream. */
  readObject(): { num: number; gen: number; value: PdfValue } {
    const num = this.readInteger()
    const gen = this.readInteger()
    if (!this.takeWord('obj')) throw unreadable('no object stands where the file says')
    this.skipSpace()
    const value = this.peekWord() === 'endobj' ? null : this.readValue()
    if (!(value instanceof PdfDict) || !this.takeWord('stream')) return { num, gen, value }
    if (this.bytes[this.at] === 13 && this.bytes[this.at + 1] === 10) this.at += 2
    else if (this.bytes[this.at] === 10 || this.bytes[this.at] === 13) this.at += 1
    return { num, gen, value: new PdfStream(value, this.at) }
  }
}
