import type { Engine } from './engine.ts'
import type { SentPage } from './pages.ts'
import { prepare } from './prepare.ts'
import { asSent, turned, type Turn } from './turn.ts'
import { confidenceOf, type Word } from './words.ts'

export interface ScannedWord {
  readonly text: string
  /** From the top left corner of the page as it was sent: in points for a PDF, in pixels for a picture. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** A picture does not tell. */
  readonly font: ''
  /** 0 to 100. */
  readonly confidence: number
}

export interface ScannedPage {
  /** Counted from 1. */
  readonly number: number
  readonly width: number
  readonly height: number
  readonly runs: readonly ScannedWord[]
  /** Of its words, 0 to 100. */
  readonly confidence: number
  readonly turn: Turn
  readonly skew: number
}

/** Below, or with fewer words, the page may lie on its side or on its head, or be in another language. */
const unsure = 60
const fewWords = 12
const sure = 85

/** Tries the page as it lies, then turned, and each language in its turn, until it can be read. */
export async function readPage(
  page: SentPage,
  engines: readonly (() => Promise<Engine>)[],
): Promise<ScannedPage> {
  const [first, ...others] = engines
  if (!first) throw new Error('No language was named.')
  let best = await readTurned(page, await first(), 0)
  // Letters that lie on their side are read as others; where there are none, there are none either way.
  if (best.runs.length === 0) return best
  for (const turn of [90, 270, 180] as const) {
    if (isLegible(best)) break
    best = surer(best, await readTurned(page, await first(), turn))
  }
  for (const other of others) {
    if (!isLegible(best) || best.confidence >= sure) break
    best = surer(best, await readTurned(page, await other(), best.turn))
  }
  return best
}

const isLegible = ({ confidence, runs }: ScannedPage) => confidence >= unsure && runs.length >= fewWords

function surer(one: ScannedPage, other: ScannedPage): ScannedPage {
  const weight = ({ confidence, runs }: ScannedPage) => confidence * Math.min(1, runs.length / fewWords)
  return weight(other) > weight(one) ? other : one
}

async function readTurned(page: SentPage, engine: Engine, turn: Turn): Promise<ScannedPage> {
  const { raster, scale, skew } = await prepare(await turned(page.raster, turn))
  const words = await engine.recognise(raster)
  const { width, height } = page.raster
  const handling = { width, height, turn, scale, skew, read: raster }
  const unit = page.width / width
  return {
    number: page.number,
    width: page.width,
    height: page.height,
    runs: words.map((word) => inUnits(asSent(word, handling), unit)),
    confidence: confidenceOf(words),
    turn,
    skew,
  }
}

const round = (value: number) => Math.round(value * 100) / 100

function inUnits({ text, x, y, width, height, confidence }: Word, unit: number): ScannedWord {
  return {
    text,
    x: round(x * unit),
    y: round(y * unit),
    width: round(width * unit),
    height: round(height * unit),
    font: '',
    confidence: Math.round(confidence),
  }
}
