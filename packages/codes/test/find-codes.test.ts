import { describe, expect, test } from 'vitest'
import { findCodes, type Picture } from '../src/index.ts'
import { draw, paper } from './kit/draw.ts'

const text = (content: string) => Buffer.from(content, 'base64').toString('latin1')

/** By a quarter to the right. */
function turned({ width, height, data }: Picture): Picture {
  const rows = new Uint8Array(data.length)
  for (let at = 0; at < data.length; at++) {
    const [x, y] = [at % width, Math.floor(at / width)]
    rows[x * height + (height - 1 - y)] = data[at]!
  }
  return { width: height, height: width, data: rows }
}

describe('Finding codes in a picture', () => {
  test('A QR code and a DataMatrix symbol are found, each at its place', async () => {
    const page = paper(1240, 1754, [
      { picture: await draw('https://www.example.org/verifier?code=AB12', 'QRCode'), x: 900, y: 100 },
      { picture: await draw('DC04FR000001', 'DataMatrix', 6), x: 100, y: 1400 },
    ])
    const found = await findCodes(page)
    expect(new Map(found.map(({ format, content }) => [format, text(content)]))).toEqual(
      new Map([
        ['DATA_MATRIX', 'DC04FR000001'],
        ['QR', 'https://www.example.org/verifier?code=AB12'],
      ]),
    )
    const matrix = found.find(({ format }) => format === 'DATA_MATRIX')
    expect(matrix?.x).toBeCloseTo(100 / 1240, 1)
    expect(matrix?.y).toBeCloseTo(1400 / 1754, 1)
    for (const { x, y, width, height } of found) {
      expect(Math.min(x, y, width, height)).toBeGreaterThanOrEqual(0)
      expect(Math.max(x + width, y + height)).toBeLessThanOrEqual(1.0001)
    }
  })

  test('Bytes that are no letters come as they were drawn, also on a page that lies on its side', async () => {
    const bytes = Uint8Array.from({ length: 200 }, (_, at) => (at * 37 + 220) % 256)
    const page = turned(paper(1000, 1400, [{ picture: await draw(bytes, 'DataMatrix'), x: 300, y: 300 }]))
    const [found] = await findCodes(page)
    expect(found?.content).toBe(Buffer.from(bytes).toString('base64'))
  })

  test('On white paper, on grey paper and in the smallest picture there is nothing', async () => {
    expect(await findCodes(paper(600, 800))).toEqual([])
    expect(await findCodes({ width: 400, height: 400, data: new Uint8Array(160_000).fill(128) })).toEqual([])
    expect(await findCodes({ width: 1, height: 1, data: new Uint8Array(1) })).toEqual([])
  })

  test('Of very many codes only some are read', async () => {
    const picture = await draw('1', 'QRCode', 3)
    const placed = Array.from({ length: 30 }, (_, at) => ({
      picture,
      x: 30 + (at % 5) * 120,
      y: 30 + Math.floor(at / 5) * 120,
    }))
    const found = await findCodes(paper(700, 800, placed))
    expect(found.length).toBeGreaterThan(0)
    expect(found.length).toBeLessThanOrEqual(8)
  })
})
