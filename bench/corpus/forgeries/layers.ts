// Forgeries that show people one thing and say another to whoever reads the text.
import { buffer } from 'node:stream/consumers'
import { inflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { inventFacts, type Facts } from '../facts.ts'
import type { Block } from '../layouts/blocks.ts'
import { streamOf, takeApart, writeAnew } from '../pdf/objects.ts'
import { photograph } from '../scans/photograph.ts'
import type { Forgery, Studio } from './forgery.ts'

/** A page that is a picture of one piece, with the text of another before it or behind it. */
async function pictureWithText(studio: Studio, claim: Facts, isBehind: boolean): Promise<Buffer> {
  const shown = await photograph(await studio.draw(inventFacts(studio.random, claim.kind)), 72)
  const document = new PDFDocument({ size: 'A4', margin: 60, info: { Producer: 'Edition 4.2' } })
  const picture = await shown.jpeg({ quality: 70 }).toBuffer()
  if (!isBehind) document.image(picture, 0, 0, { width: 595 }).addContent('3 Tr')
  document.font('Helvetica').fontSize(10)
  for (const line of studio.blocksOf(claim).flatMap(linesOf)) document.text(line, 60).moveDown(0.4)
  if (isBehind) document.image(picture, 0, 0, { width: 595 })
  document.end()
  return buffer(document)
}

function linesOf(block: Block): string[] {
  return Object.values(block).flatMap((value: string | readonly (string | readonly string[])[]) =>
    typeof value === 'string'
      ? [value]
      : value.map((one) => (typeof one === 'string' ? one : one.join('  '))),
  )
}

const swap = (text: string) => text.replaceAll(/[56]/g, (digit) => (digit === '5' ? '6' : '5'))

const swapped = (block: Block): Block => JSON.parse(swap(JSON.stringify(block))) as Block

/** Exchanges what the text says for two digits; the page shows what it showed. */
function lie(bytes: Buffer): Buffer {
  const objects = takeApart(bytes)
  const bodies = new Map(objects.bodies)
  for (const [num, body] of bodies) {
    const map = mapIn(body)
    if (map !== null) bodies.set(num, streamOf(num, exchange(map)))
  }
  return writeAnew({ ...objects, bodies })
}

function mapIn(body: Buffer): string | null {
  const text = body.toString('latin1')
  const start = /stream\r?\n/.exec(text)
  if (!start || !text.slice(0, start.index).includes('FlateDecode')) return null
  const length = Number(/\/Length (\d+)(?! \d+ R)/.exec(text)?.[1])
  const from = start.index + start[0].length
  const packed = body.subarray(from, Number.isNaN(length) ? text.lastIndexOf('endstream') : from + length)
  try {
    const plain = inflateSync(packed).toString('latin1')
    return plain.includes('begincmap') ? plain : null
  } catch {
    return null
  }
}

/** All ranges as single signs, with 5 and 6 exchanged. */
function exchange(map: string): string {
  const pairs = new Map<number, number>()
  for (const [, block = ''] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, sign = '', to = ''] of block.matchAll(/<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]{4})>/g))
      pairs.set(Number.parseInt(sign, 16), Number.parseInt(to, 16))
  for (const [, block = ''] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, first = '', last = '', to = ''] of block.matchAll(
      /<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]{4})>/g,
    ))
      for (let sign = Number.parseInt(first, 16); sign <= Number.parseInt(last, 16); sign++)
        pairs.set(sign, Number.parseInt(to, 16) + sign - Number.parseInt(first, 16))
  const hex = (code: number) => code.toString(16).padStart(4, '0')
  const digits: Readonly<Record<number, number>> = { 0x35: 0x36, 0x36: 0x35 }
  const all = [...pairs].map(([sign, to]) => `<${hex(sign)}> <${hex(digits[to] ?? to)}>`)
  const groups = Array.from({ length: Math.ceil(all.length / 100) }, (_, at) =>
    all.slice(at * 100, at * 100 + 100),
  )
  const head = map.slice(0, map.search(/\d+\s+beginbf/))
  return `${head}${groups.map((group) => `${group.length} beginbfchar\n${group.join('\n')}\nendbfchar\n`).join('')}endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend`
}

export const layers: readonly Forgery[] = [
  {
    name: 'text laid under a picture',
    make: async (studio, claim) => ({ bytes: await pictureWithText(studio, claim, true) }),
  },
  {
    name: 'invisible text over a scan',
    make: async (studio, claim) => ({ bytes: await pictureWithText(studio, claim, false) }),
  },
  {
    name: 'letters that say what they do not show',
    make: async ({ drawBlocks, blocksOf }, claim) => ({
      bytes: lie(await drawBlocks(blocksOf(claim).map(swapped))),
    }),
  },
]
