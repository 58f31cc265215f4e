import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ChunkCutter } from './cut-chunks.ts'

const sizes = { least: 200, wanted: 800, most: 1_600 }

function cut(rows: readonly string[]): string[] {
  const cutter = new ChunkCutter(sizes)
  const chunks = rows.map((row) => cutter.take(Buffer.from(`${row}\n`)))
  return [...chunks, cutter.end()].flatMap((chunk) => (chunk ? [chunk.toString()] : []))
}

const numbered = (count: number) => Array.from({ length: count }, (_, nth) => `${nth}\tcompany number ${nth}`)

test('Chunks put together are the rows again, each whole, none too large', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[^\n\r]{0,300}$/), { maxLength: 200 }), (rows) => {
      const chunks = cut(rows)
      expect(chunks.join('')).toBe(rows.map((row) => `${row}\n`).join(''))
      expect(chunks.every((chunk) => chunk.endsWith('\n'))).toBe(true)
      const longest = Math.max(0, ...rows.map((row) => Buffer.byteLength(row) + 1))
      expect(chunks.every((chunk) => Buffer.byteLength(chunk) <= sizes.most + longest)).toBe(true)
    }),
  )
})

test('A row that is added or changed in the middle leaves nearly all chunks as they were', () => {
  const rows = numbered(2_000)
  const before = new Set(cut(rows))
  expect(before.size).toBeGreaterThan(30)
  fc.assert(
    fc.property(fc.nat({ max: 1_999 }), fc.boolean(), (nth, isNew) => {
      const after = cut(rows.toSpliced(nth, isNew ? 0 : 1, `${nth}\tsomething else`))
      expect(after.filter((chunk) => !before.has(chunk)).length).toBeLessThanOrEqual(6)
    }),
  )
})

test('Rows at the end leave every chunk but the last as it was', () => {
  const before = cut(numbered(2_000))
  const after = new Set(cut(numbered(2_100)))
  expect(before.slice(0, -1).every((chunk) => after.has(chunk))).toBe(true)
})
