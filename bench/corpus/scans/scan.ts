import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import sharp, { type Sharp } from 'sharp'
import type { Random } from '../../../torture/random.ts'
import { photograph } from './photograph.ts'

export interface Conditions {
  readonly dotsPerInch: number
  /** Degrees. */
  readonly turn: number
  readonly grain: number
  readonly blur: number
  /** How much darker one side is, from 0 to 1. */
  readonly shadow: number
  readonly quality: number
  readonly isFax: boolean
}

/** A good scanner in an office: 200 dots an inch or more, and the sheet hardly turned. */
export function cleanConditions(random: Random): Conditions {
  return {
    dotsPerInch: random.pick([200, 200, 300]),
    turn: random.next() * 2 - 1,
    grain: random.below(14),
    blur: 0,
    shadow: 0,
    quality: 60 + random.below(26),
    isFax: false,
  }
}

/** Whatever else people send. */
export function poorConditions(random: Random): Conditions {
  return {
    dotsPerInch: random.pick([150, 150, 200]),
    turn: random.next() * 6 - 3,
    grain: 10 + random.below(40),
    blur: random.below(2) === 0 ? 0 : 0.8 + random.next() * 0.8,
    shadow: random.next() * 0.5,
    quality: 40 + random.below(30),
    isFax: random.below(4) === 0,
  }
}

/** The last page of a file on paper, as a scanner sees it. */
export async function scan(bytes: Uint8Array, conditions: Conditions, random: Random): Promise<Buffer> {
  return spoil(await photograph(bytes, conditions.dotsPerInch), conditions, random)
}

async function spoil(page: Sharp, how: Conditions, random: Random): Promise<Buffer> {
  const turned = sharp(await page.png().toBuffer()).rotate(how.turn, { background: '#ffffff' })
  const soft = how.blur > 0 ? sharp(await turned.png().toBuffer()).blur(how.blur) : turned
  const { data, info } = await soft.toColourspace('b-w').raw().toBuffer({ resolveWithObject: true })
  for (let at = 0; at < data.length; at++) {
    const dark = 1 - (how.shadow * (at % info.width)) / info.width
    const seen = (data[at] ?? 0) * dark + (random.next() - 0.5) * how.grain
    data[at] = how.isFax ? (seen > 140 ? 255 : 0) : Math.max(0, Math.min(255, seen))
  }
  const { width, height } = info
  return sharp(data, { raw: { width, height, channels: 1 } })
    .jpeg({ quality: how.quality })
    .toBuffer()
}

/** A PDF whose only page is this picture, as scanners make it. */
export async function asPdf(picture: Buffer): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', margin: 0, info: { Producer: 'Scanner 3.1' } })
  document.image(picture, 0, 0, { fit: [595, 842] }).end()
  return buffer(document)
}
