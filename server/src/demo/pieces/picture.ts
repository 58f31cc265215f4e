import { crc32, deflateSync } from 'node:zlib'
import type { Certificate } from './certificate.ts'
import { glyph, isInk, printable } from './dot-letters.ts'

const paper = { width: 640, height: 840, ground: 238, ink: 48, band: 92 }

/** A picture of a paper, as a phone would send it: nobody can read its text but by eye. */
export function picture({ company, title, issuedOn, code }: Certificate): Buffer {
  const canvas = new Canvas()
  canvas.paint({ x: 0, y: 0, width: paper.width, height: 120 }, paper.band)
  canvas.write('SPECIMEN', { x: 40, y: 28, scale: 5, tone: paper.ground })
  canvas.write('DEMONSTRATION VIGIE', { x: 40, y: 84, scale: 2, tone: paper.ground })
  const lines = [
    title[company.language].replace(/ *\(.*/, ''),
    '',
    company.name,
    `${company.identifier.label} ${company.identifier.value}`,
    company.street,
    `${company.postalCode} ${company.city}`,
    '',
    `REF. SPECIMEN-${code.replaceAll('_', '-')}-${company.number}`,
    issuedOn === null ? '' : issuedOn.split('-').toReversed().join('/'),
  ].flatMap(wrapLines)
  for (const [nth, line] of lines.entries())
    canvas.write(line, { x: 40, y: 170 + nth * 34, scale: 3, tone: paper.ink })
  canvas.paint({ x: 40, y: 700, width: 180, height: 3 }, paper.ink)
  return canvas.png()
}

const columns = 31

function wrapLines(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < columns) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word.slice(0, columns))
  }
  return lines
}

class Canvas {
  // One byte before each row names its filter: none.
  readonly #pixels = Buffer.alloc((paper.width + 1) * paper.height, paper.ground)

  constructor() {
    for (let y = 0; y < paper.height; y += 1) this.#pixels[y * (paper.width + 1)] = 0
  }

  paint(box: { x: number; y: number; width: number; height: number }, tone: number): void {
    for (let y = box.y; y < box.y + box.height; y += 1) {
      const start = y * (paper.width + 1) + 1 + box.x
      this.#pixels.fill(tone, start, start + box.width)
    }
  }

  write(text: string, { x, y, scale, tone }: { x: number; y: number; scale: number; tone: number }): void {
    for (const [nth, sign] of [...printable(text)].entries()) {
      const left = x + nth * (glyph.width + 1) * scale
      if (left + glyph.width * scale > paper.width) return
      for (let dot = 0; dot < glyph.width * glyph.height; dot += 1) {
        const [column, row] = [dot % glyph.width, Math.floor(dot / glyph.width)]
        if (!isInk(sign, column, row)) continue
        this.paint({ x: left + column * scale, y: y + row * scale, width: scale, height: scale }, tone)
      }
    }
  }

  png(): Buffer {
    const header = Buffer.alloc(13)
    header.writeUInt32BE(paper.width, 0)
    header.writeUInt32BE(paper.height, 4)
    // Eight bits of grey.
    header.writeUInt8(8, 8)
    return Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(this.#pixels)),
      chunk('IEND', Buffer.alloc(0)),
    ])
  }
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const around = Buffer.alloc(8)
  around.writeUInt32BE(data.length, 0)
  around.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)])
}
