import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pagesToRead } from '../src/pages.ts'
import type { Raster } from '../src/raster.ts'
import { skewOf } from '../src/skew.ts'
import { asSent, type Turn } from '../src/turn.ts'
import { confidenceOf, wordsOf } from '../src/words.ts'

/** Stripes as wide as lines of text, falling to the right. */
function stripes(degrees: number): Raster {
  const [width, height] = [600, 800]
  const fall = Math.tan((degrees * Math.PI) / 180)
  const data = new Uint8Array(width * height).fill(255)
  for (let y = 0; y < height; y++)
    for (let x = 40; x < width - 40; x++) {
      const along = y - x * fall
      if (((along % 24) + 24) % 24 < 8 && y > 60 && y < height - 60) data[y * width + x] = 20
    }
  return { width, height, data }
}

describe('How far lines fall', () => {
  test.each([-4.3, -1, -0.4, 0, 0.3, 1.2, 4.6])(
    'Lines that fall by %f degrees are found to within a seventh',
    (degrees) => {
      expect(Math.abs(skewOf(stripes(degrees)) - degrees)).toBeLessThan(0.15)
    },
  )

  test('An empty page is level', () => {
    expect(skewOf({ width: 50, height: 50, data: new Uint8Array(2500).fill(255) })).toBe(0)
  })
})

describe('Places', () => {
  const turns = fc.constantFrom<Turn>(0, 90, 180, 270)

  test('A word in the middle of a page stays there however the page was handled', () => {
    fc.assert(
      fc.property(turns, fc.double({ min: -5, max: 5, noNaN: true }), (turn, skew) => {
        const read = { width: 1200, height: 1600 }
        const word = { text: 'word', x: 580, y: 790, width: 40, height: 20, confidence: 90 }
        const sent = asSent(word, { width: 600, height: 800, turn, scale: 2, skew, read })
        expect(sent.x + sent.width / 2).toBeCloseTo(300, 5)
        expect(sent.y + sent.height / 2).toBeCloseTo(400, 5)
      }),
    )
  })

  test('The first word of a page on its side is at its lower left', () => {
    const word = { text: 'first', x: 0, y: 0, width: 40, height: 20, confidence: 90 }
    // Sent 800 wide and 600 high, with its top to the left; turned to the right it is read 600 wide.
    const handling = { width: 800, height: 600, turn: 90 as const, scale: 1, skew: 0 }
    const sent = asSent(word, { ...handling, read: { width: 600, height: 800 } })
    expect([sent.x, sent.y, sent.width, sent.height].map(Math.round)).toEqual([0, 560, 20, 40])
  })
})

describe('The table of the engine', () => {
  test('Its words are taken with their boxes, everything else is left', () => {
    const table = [
      '1\t1\t0\t0\t0\t0\t0\t0\t90\t90\t-1\t',
      '5\t1\t1\t1\t1\t1\t10\t20\t30\t8\t91.5\tà jour',
      '5\t1\t1\t1\t1\t2\t50\t20\t3\t8\t95\t ',
      '',
    ].join('\n')
    expect(wordsOf(table)).toEqual([{ text: 'à jour', x: 10, y: 20, width: 30, height: 8, confidence: 91.5 }])
  })

  test('A page is as sure as its letters, not as its specks', () => {
    const word = (text: string, confidence: number) => ({ text, x: 0, y: 0, width: 1, height: 1, confidence })
    expect(confidenceOf([word('obligations', 95), word('|', 0)])).toBeCloseTo(87.1, 1)
    expect(confidenceOf([])).toBe(0)
  })
})

test('Of a long document the first pages and the last one are read, each once', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 1, max: 10 }), (count, most) => {
      const pages = pagesToRead(count, most)
      expect(pages).toEqual([...new Set(pages)].toSorted((a, b) => a - b))
      expect(pages).toHaveLength(Math.min(count, most))
      if (count > 0) expect(pages.at(-1)).toBe(count)
    }),
  )
})
