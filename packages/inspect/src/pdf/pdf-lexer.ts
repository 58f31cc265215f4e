// Reads the tokens of a PDF piece by piece. It reads no structure, on purpose: a reader finds objects by offsets an
// attacker chooses, so whatever looks like the start of an object is read as one, wherever it stands.

export interface LexerListener {
  /** A name starts with `/` (escapes decoded), a string with `(`; all else is as written. `at` is where it ends. */
  token(token: string, at: number): void
  comment(text: string): void
  streamEnd(at: number): void
}

const NORMAL = 0
const NAME = 1
const STRING = 2
const ANGLE = 3
const HEX = 4
const COMMENT = 5
const STREAM = 6

const longestToken = 256
const SPACE = 1
const DELIMITER = 2
const classes = new Uint8Array(256)
for (const code of [0, 9, 10, 12, 13, 32]) classes[code] = SPACE
for (const character of '()<>[]{}/%') classes[character.charCodeAt(0)] = DELIMITER

const isDigit = (code: number) => code >= 0x30 && code <= 0x39
/** `obj` as a word: loosely, since readers are loose too, but not so that compressed bytes are full of it. */
const endsObj = (before: number, after: number) =>
  (classes[before] === SPACE || isDigit(before)) &&
  (classes[after] !== 0 || isDigit(after) || after === 0x2b || after === 0x2d || after === 0x2e)

export class PdfLexer {
  private readonly listener: LexerListener
  private state = NORMAL
  private text = ''
  private depth = 0
  private escaped = false
  private afterClosing = false
  /** The eight bytes before the present one, in the states that could hide an object. */
  private recent = 0
  private older = 0
  private position: number

  constructor(listener: LexerListener, position = 0) {
    this.listener = listener
    this.position = position
  }

  feed(bytes: Buffer): void {
    const marks = this.state === STREAM || bytes.includes('stream') ? new Marks(bytes) : undefined
    for (let i = 0; i < bytes.length; i += 1) {
      if (this.state === STREAM && marks) i = this.skip(marks, i)
      const code = bytes[i]!
      if (this.state <= NAME && classes[code] === 0) {
        i = this.run(bytes, i)
        continue
      }
      if (this.state >= STRING && this.state !== ANGLE) this.watch(code)
      if (this.state !== STREAM) this.step(code)
      this.position += 1
    }
  }

  /** Steps over the bytes of a stream that nothing worth watching for can touch. */
  private skip(marks: Marks, from: number): number {
    const to = marks.next(from)
    if (to <= from) return from
    this.recent = 0
    this.older = 0
    this.position += to - from
    return to
  }

  /** Takes the characters of a name or word at once; gives the place of the last. */
  private run(bytes: Buffer, from: number): number {
    let to = from + 1
    while (to < bytes.length && classes[bytes[to]!] === 0) to += 1
    const kept = Math.min(to, from + longestToken)
    const added = to - from === 1 ? String.fromCharCode(bytes[from]!) : bytes.toString('latin1', from, kept)
    // A word keeps its end, where `obj` might stand; a name its start.
    if (to - kept > 0 || this.text.length > longestToken) {
      this.text = this.state === NORMAL ? bytes.toString('latin1', Math.max(from, to - 32), to) : this.text
    } else this.text += added
    this.position += to - from
    return to - 1
  }

  end(): void {
    this.step(10)
  }

  private enter(state: number): void {
    this.state = state
    this.text = ''
    this.recent = 0
    this.older = 0
  }

  /** Leaves a string, comment or stream in which something stands that a reader could take for an object. */
  private watch(code: number): void {
    const { recent, older } = this
    if ((recent & 0xff_ff_ff) === 0x6f_62_6a && endsObj(recent >>> 24, code)) this.resume('obj')
    else if (recent === 0x72_65_61_6d && older === 0x6e_64_73_74) {
      if (this.state === STREAM) this.resume('endstream')
    } else if (recent === 0x69_6c_65_72 && (older & 0xff_ff_ff) === 0x74_72_61) this.resume('trailer')
    // Kept as signed 32-bit numbers: others would be allocated, one a byte.
    this.older = (older << 8) | (recent >>> 24)
    this.recent = (recent << 8) | code
  }

  private resume(word: string): void {
    if (this.state === STREAM) this.listener.streamEnd(this.position - word.length)
    this.enter(NORMAL)
    this.listener.token(word, this.position)
  }

  private step(code: number): void {
    if (this.state === NORMAL) this.normal(code)
    else if (this.state === NAME) this.name(code)
    else if (this.state === STRING) this.string(code)
    else if (this.state === ANGLE) this.angle(code)
    else if (this.state === HEX) this.hex(code)
    else this.inComment(code)
  }

  private normal(code: number): void {
    const found = classes[code]
    if (this.text !== '') this.word()
    if (this.state === STREAM || found === SPACE) {
      this.afterClosing = false
      return
    }
    this.delimiter(code)
  }

  private word(): void {
    const word = this.text.endsWith('obj') && this.text !== 'endobj' ? 'obj' : this.text
    if (word !== this.text && this.text.length > 3) this.listener.token(this.text.slice(0, -3), this.position)
    this.text = ''
    this.listener.token(word, this.position)
    if (word === 'stream') this.enter(STREAM)
  }

  private delimiter(code: number): void {
    const closing = code === 0x3e
    if (closing && this.afterClosing) this.listener.token('>>', this.position)
    this.afterClosing = closing && !this.afterClosing
    if (code === 0x2f) this.enter(NAME)
    else if (code === 0x25) this.enter(COMMENT)
    else if (code === 0x3c) this.enter(ANGLE)
    else if (code === 0x28) {
      this.enter(STRING)
      this.depth = 1
      this.escaped = false
    } else if (!closing && code !== 0x29) this.listener.token(String.fromCharCode(code), this.position)
  }

  private name(code: number): void {
    const name = this.text.includes('#') ? unescapeName(this.text) : this.text
    this.enter(NORMAL)
    this.listener.token(`/${name}`, this.position)
    this.normal(code)
  }

  private string(code: number): void {
    if (this.escaped) this.escaped = false
    else if (code === 0x5c) this.escaped = true
    else if (code === 0x28) this.depth += 1
    else if (code === 0x29) this.depth -= 1
    if (this.depth === 0) this.literal(unescape(this.text))
    else if (this.text.length < longestToken) this.text += String.fromCharCode(code)
  }

  private angle(code: number): void {
    if (code === 0x3c) {
      this.enter(NORMAL)
      this.listener.token('<<', this.position)
      return
    }
    this.enter(HEX)
    this.hex(code)
  }

  private hex(code: number): void {
    if (code === 0x3e) this.literal(Buffer.from(this.text.replaceAll(/\s/g, ''), 'hex').toString('latin1'))
    else if (this.text.length < longestToken) this.text += String.fromCharCode(code)
  }

  private literal(value: string): void {
    this.enter(NORMAL)
    this.listener.token(`(${value}`, this.position)
  }

  private inComment(code: number): void {
    if (code !== 10 && code !== 13) {
      if (this.text.length < longestToken) this.text += String.fromCharCode(code)
      return
    }
    const comment = this.text
    this.enter(NORMAL)
    this.listener.comment(comment)
  }
}

/** With the byte before and behind: until so far behind its start a word may still be under way. */
const longestMark = 12

/** Finds, in one piece, where a word that ends a stream may begin. */
class Marks {
  private readonly bytes: Buffer
  private readonly places = [-100, -100, -100]
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  /** Eight bytes before the next such word, or sixteen before the end, where one may be cut; never backwards. */
  next(from: number): number {
    let nearest = this.bytes.length - 8
    for (const [i, word] of ['obj', 'endstream', 'trailer'].entries()) {
      if (this.places[i]! + longestMark < from) {
        const found = this.bytes.indexOf(word, Math.max(0, from - longestMark), 'latin1')
        this.places[i] = found < 0 ? Number.POSITIVE_INFINITY : found
      }
      nearest = Math.min(nearest, this.places[i]!)
    }
    return Math.max(from, nearest - 8)
  }
}

function unescapeName(text: string): string {
  return text.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

function unescape(text: string): string {
  return text.replaceAll(/\\([0-7]{1,3}|[\s\S])/g, (_, escape: string) =>
    /^[0-7]/.test(escape) ? String.fromCharCode(Number.parseInt(escape, 8) & 0xff) : escape,
  )
}
