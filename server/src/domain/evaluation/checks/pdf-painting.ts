// Used by pdf-content.ts: follows how a page is painted, to find text that is there and not seen.

import { DigitCodes } from './pdf-digits.ts'

type Matrix = readonly [number, number, number, number, number, number]

interface Rect {
  readonly left: number
  readonly bottom: number
  readonly right: number
  readonly top: number
}

interface PaintState {
  matrix: Matrix
  fill: string
  alpha: number
  isBlended: boolean
  mode: number
  font: string
  fontSize: number
}

interface Glyph {
  readonly width?: number
  readonly unicode?: string
  readonly originalCharCode?: number
}

interface PaintedText {
  readonly band: Rect
  readonly order: number
  readonly isInvisible: boolean
  readonly isPale: boolean
}

interface PaintedShape {
  readonly rect: Rect
  readonly order: number
  readonly isPale: boolean
}

export interface Operators {
  readonly fnArray: readonly number[]
  readonly argsArray: readonly unknown[]
}

type Names = Readonly<Record<string, number>>

const identity: Matrix = [1, 0, 0, 1, 0, 0]
const smallest = 3

/** What a painted page holds that its viewer does not see. */
export interface Unseen {
  readonly covered: number
  readonly hidden: number
}

/** Painted later, and over at least this share of a text's height: not a rule or a frame. */
const coveringShare = 0.7

export function findUnseen(operators: Operators, names: Names, view: readonly number[]): Unseen {
  const painting = new Painting(names)
  for (const [index, code] of operators.fnArray.entries())
    painting.paint(code, operators.argsArray[index], index)
  const { texts, shapes } = painting
  const [left = 0, bottom = 0, right = 0, top = 0] = view
  const covered = texts.filter((text) =>
    shapes.some((shape) => shape.order > text.order && coverOf(shape.rect, text.band) >= coveringShare),
  )
  const hidden = texts.filter(({ band, order, isInvisible, isPale }) => {
    const isOff = band.right < left || band.left > right || band.top < bottom || band.bottom > top
    const isTiny = band.top - band.bottom < smallest * 0.5
    const isOnDark = shapes.some(
      (shape) => !shape.isPale && shape.order < order && coverOf(shape.rect, band) >= coveringShare,
    )
    return isInvisible || isOff || isTiny || (isPale && !isOnDark)
  })
  return { covered: covered.length, hidden: hidden.length + painting.digits.lies }
}

/** The share of a text's height that a shape takes, where it reaches over at least half a letter of it. */
function coverOf(shape: Rect, text: Rect): number {
  const width = Math.min(shape.right, text.right) - Math.max(shape.left, text.left)
  const tall = text.top - text.bottom
  const height = Math.min(shape.top, text.top) - Math.max(shape.bottom, text.bottom)
  return width >= tall * 0.5 && tall > 0 ? height / tall : 0
}

class Painting {
  readonly texts: PaintedText[] = []
  readonly shapes: PaintedShape[] = []
  readonly digits = new DigitCodes()
  readonly #names: ReadonlyMap<number, string>
  readonly #fills: ReadonlySet<number>
  #state: PaintState = {
    matrix: identity,
    fill: '#000000',
    alpha: 1,
    isBlended: false,
    mode: 0,
    font: '',
    fontSize: 1,
  }
  #saved: PaintState[] = []
  #line: Matrix = identity
  #advance = 0
  #leading = 0

  constructor(names: Names) {
    this.#names = new Map(Object.entries(names).map(([name, code]) => [code, name]))
    const filling = ['fill', 'eoFill', 'fillStroke', 'eoFillStroke', 'closeFillStroke', 'closeEOFillStroke']
    this.#fills = new Set(filling.flatMap((name) => names[name] ?? []))
  }

  paint(code: number, args: unknown, order: number): void {
    const given = (Array.isArray(args) ? args : []) as unknown[]
    const name = this.#names.get(code) ?? ''
    this.#keepState(name, given)
    this.#moveText(name, given)
    if (name === 'showText') this.#showText(given[0], order)
    if (name === 'constructPath' && this.#fills.has(given[0] as number)) this.#addShape(given[2], order)
    if (/^paint(?:Inline)?Image(?:Mask)?XObject/.test(name)) this.#addShape([0, 0, 1, 1], order, true)
  }

  #keepState(name: string, given: unknown[]): void {
    const state = this.#state
    if (name === 'save' || name === 'paintFormXObjectBegin' || name === 'beginGroup')
      this.#saved.push({ ...state })
    if (name === 'restore' || name === 'paintFormXObjectEnd' || name === 'endGroup') {
      this.#state = this.#saved.pop() ?? state
    }
    if (name === 'transform') state.matrix = multiply(state.matrix, toMatrix(given))
    if (name === 'paintFormXObjectBegin' && given[0])
      state.matrix = multiply(state.matrix, toMatrix(given[0]))
    if (name === 'setFillRGBColor') state.fill = String(given[0])
    if (name === 'setFillColorN' || name === 'setFillTransparent') state.fill = name
    if (name === 'setTextRenderingMode') state.mode = Number(given[0])
    if (name === 'setFont') [state.font, state.fontSize] = [String(given[0]), Number(given[1])]
    if (name === 'setGState') this.#setGraphics(given[0])
  }

  #setGraphics(given: unknown): void {
    for (const [key, value] of Array.isArray(given) ? (given as [string, unknown][]) : []) {
      if (key === 'ca') this.#state.alpha = Number(value)
      if (key === 'BM') this.#state.isBlended = value !== 'source-over' && value !== 'Normal'
      if (key === 'Font' && Array.isArray(value)) this.#state.fontSize = Number(value[1])
    }
  }

  #moveText(name: string, given: unknown[]): void {
    const moveBy = (x: number, y: number) => {
      this.#line = multiply(this.#line, [1, 0, 0, 1, x, y])
      this.#advance = 0
    }
    if (name === 'beginText') this.#line = identity
    if (name === 'setTextMatrix') this.#line = toMatrix(given[0] ?? given)
    if (name === 'beginText' || name === 'setTextMatrix') this.#advance = 0
    if (name === 'setLeading') this.#leading = Number(given[0])
    if (name === 'setLeadingMoveText') this.#leading = -Number(given[1])
    if (name === 'moveText' || name === 'setLeadingMoveText') moveBy(Number(given[0]), Number(given[1]))
    if (name === 'nextLine') moveBy(0, -this.#leading)
  }

  #showText(glyphs: unknown, order: number): void {
    const { fontSize, matrix, mode, alpha, fill } = this.#state
    const start = this.#advance
    let isWritten = false
    for (const glyph of Array.isArray(glyphs) ? (glyphs as unknown[]) : []) {
      if (typeof glyph === 'number') this.#advance -= (glyph / 1000) * fontSize
      else if (typeof glyph === 'object' && glyph !== null) {
        const { width, unicode, originalCharCode } = glyph as Glyph
        this.digits.see(this.#state.font, unicode, originalCharCode)
        this.#advance += ((width ?? 0) / 1000) * fontSize
        isWritten ||= (unicode ?? '').trim() !== ''
      }
    }
    if (!isWritten) return
    const place = multiply(matrix, this.#line)
    // Where the small letters are: accents and tails may touch a frame.
    const band = rectOf(place, [start, fontSize * 0.05, this.#advance, fontSize * 0.5])
    const isInvisible = mode === 3 || mode === 7 || alpha < 0.1
    this.texts.push({ band, order, isInvisible, isPale: mode !== 1 && isLikePaper(fill) })
  }

  #addShape(corners: unknown, order: number, isPicture = false): void {
    const { matrix, fill, alpha, isBlended } = this.#state
    if (alpha < 0.5 || isBlended || corners === null || corners === undefined) return
    const numbers = Array.from({ length: 4 }, (_, index) =>
      Number((corners as Record<number, number>)[index]),
    )
    const rect = rectOf(matrix, numbers)
    if (Number.isFinite(rect.left)) this.shapes.push({ rect, order, isPale: !isPicture && isLikePaper(fill) })
  }
}

function toMatrix(given: unknown): Matrix {
  const numbers = Array.from({ length: 6 }, (_, index) => Number((given as Record<number, number>)[index]))
  return numbers.every(Number.isFinite) ? (numbers as unknown as Matrix) : identity
}

function multiply(a: Matrix, b: Matrix): Matrix {
  return [
    a[0] * b[0] + a[2] * b[1],
    a[1] * b[0] + a[3] * b[1],
    a[0] * b[2] + a[2] * b[3],
    a[1] * b[2] + a[3] * b[3],
    a[0] * b[4] + a[2] * b[5] + a[4],
    a[1] * b[4] + a[3] * b[5] + a[5],
  ]
}

function rectOf(matrix: Matrix, [x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[]): Rect {
  const corners = [
    [x1, y1],
    [x2, y1],
    [x1, y2],
    [x2, y2],
  ].map(([x = 0, y = 0]) => [
    matrix[0] * x + matrix[2] * y + matrix[4],
    matrix[1] * x + matrix[3] * y + matrix[5],
  ])
  const across = corners.map(([x = 0]) => x)
  const up = corners.map(([, y = 0]) => y)
  return {
    left: Math.min(...across),
    right: Math.max(...across),
    bottom: Math.min(...up),
    top: Math.max(...up),
  }
}

/** So light that it cannot be told from paper. */
function isLikePaper(fill: string): boolean {
  const [, red, green, blue] = /^#(..)(..)(..)/.exec(fill) ?? []
  return [red, green, blue].every((part) => part !== undefined && Number.parseInt(part, 16) >= 0xf0)
}
