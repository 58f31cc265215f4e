import { describe, expect, test } from 'vitest'
import { lookForValues, readDocument, type Page } from '../src/index.ts'
import { samples } from './sample-texts.ts'

type Change = (text: string) => string

/** The pages as they are seen: one word a run, with something read differently. */
const seen = (pages: readonly Page[], change: Change = (text) => text, confidence = 96) =>
  pages.map((page, index) => ({
    ...page,
    number: index + 1,
    runs: page.runs.map((run) => ({ ...run, text: change(run.text), confidence })),
  }))

const drawn = samples.flatMap(({ kind, layout, source }) =>
  source.pages === undefined
    ? []
    : [{ kind, layout, pages: source.pages, reading: readDocument(source, kind) }],
)
const nextDigit: Change = (text) => text.replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10))

describe('What pages show, held against their text', () => {
  test('There are pages of most kinds', () => {
    expect(new Set(drawn.map(({ kind }) => kind)).size).toBeGreaterThan(8)
  })

  test.each(drawn)('A $kind that shows what it says: $layout', ({ reading, pages }) => {
    expect(lookForValues(reading, seen(pages))).toBe('SHOWN')
    // As it is often misread.
    const misread: Change = (text) => text.replaceAll('0', 'O').replaceAll('1', 'l')
    const read = lookForValues(reading, seen(pages, misread, 70))
    expect(['SHOWN', 'NOT_SEEN']).toContain(read)
  })

  test.each(drawn)('A $kind that shows other numbers than it says: $layout', ({ reading, pages }) => {
    expect(lookForValues(reading, seen(pages, nextDigit))).toBe('DIFFERS')
    expect(lookForValues(reading, seen(pages, nextDigit, 60))).toBe('NOT_SEEN')
  })

  test.each(drawn)('A $kind whose picture is empty, or missing: $layout', ({ reading, pages }) => {
    expect(
      lookForValues(
        reading,
        seen(pages, () => ''),
      ),
    ).toBe('NOT_SEEN')
    expect(lookForValues(reading, [])).toBe('NOT_SEEN')
  })

  test('One changed year among many numbers is enough', () => {
    const [sample] = drawn.filter(({ kind }) => kind === 'SOC_VIGILANCE')
    const { reading, pages } = sample!
    const years = [
      ...new Set(pages.flatMap(({ runs }) => runs).flatMap(({ text }) => text.match(/20\d\d/g) ?? [])),
    ]
    expect(years).not.toEqual([])
    for (const year of years) {
      const other: Change = (text) => text.replaceAll(year, String(Number(year) - 1))
      expect(lookForValues(reading, seen(pages, other)), year).toBe('DIFFERS')
    }
  })

  test('A name of which nothing is seen is not believed', () => {
    const { reading, pages } = drawn.find(({ reading: { subject } }) => subject.names.length > 0)!
    const anonymous: Change = (text) => (/\d/.test(text) ? text : '')
    expect(lookForValues(reading, seen(pages, anonymous))).not.toBe('SHOWN')
  })
})
