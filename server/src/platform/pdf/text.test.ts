import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanText } from './clean-text.ts'
import { columnWidths } from './column-widths.ts'
import { colours } from './theme.ts'
import { wordsInVisualOrder, wrapText } from './wrap-text.ts'

const perCharacter = (text: string) => [...text].length
const anyGlyph = () => true
const text = fc.string({ unit: 'grapheme', maxLength: 200 })

describe('Clean text', () => {
  test('Unprintable characters are shown and the rest is kept', () => {
    const lacksLock = (codePoint: number) => codePoint !== 0x1f512
    expect(cleanText('œuvre à 12 €', lacksLock)).toBe('œuvre à 12 €')
    expect(cleanText('a🔒b\u0007c\u202Ed\uD800e', lacksLock)).toBe('a�b�c�d�e')
    expect(cleanText('un\r\ndeux\u2028trois\tquatre', anyGlyph)).toBe('un\ndeux\ntrois quatre')
    expect(cleanText('soft\u00adhyphen\u200b', anyGlyph)).toBe('softhyphen')
    expect(cleanText('e\u0301', anyGlyph)).toBe('é')
    expect(cleanText(`z${'\u0335'.repeat(400)}`, anyGlyph)).toHaveLength(4)
    expect(cleanText(`a${'\n'.repeat(5_000)}b`, anyGlyph)).toBe('a\n\nb')
  })
})

describe('Wrapped text', () => {
  test('No line is wider than the column, and no character is lost', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 4, max: 40 }), (raw, width) => {
        const clean = cleanText(raw, anyGlyph)
        const lines = wrapText(clean, width, perCharacter)
        // A cluster of marks counts as one character too many only when it is alone on its line.
        for (const line of lines) expect(perCharacter(line.trimEnd())).toBeLessThanOrEqual(Math.max(width, 4))
        const bare = (it: string) => it.replace(/\s/g, '')
        expect(bare(lines.join(''))).toBe(bare(clean))
      }),
    )
  })

  test('Lines break where a reader would expect', () => {
    expect(wrapText('un deux trois', 8, perCharacter)).toEqual(['un deux ', 'trois'])
    expect(wrapText('une sous-traitance', 10, perCharacter)).toEqual(['une sous-', 'traitance'])
    expect(wrapText('le titre « salarié » ; oui', 11, perCharacter)).toEqual([
      'le titre ',
      '« salarié »',
      '; oui',
    ])
    expect(wrapText('un\ndeux', 9, perCharacter)).toEqual(['un ', 'deux'])
    expect(wrapText('12\u00a0345\u00a0€ net', 10, perCharacter)).toEqual(['12\u00a0345\u00a0€ ', 'net'])
    expect(wrapText('abcdef_ghijklm', 9, perCharacter)).toEqual(['abcdef_', 'ghijklm'])
  })

  test('The order of words written from right to left is reversed', () => {
    expect(wordsInVisualOrder('plain words')).toBeNull()
    expect(wordsInVisualOrder('a שלום עולם b')).toEqual(['a', 'עולם', 'שלום', 'b'])
  })
})

test('Columns fill the table, and a short column keeps its words whole', () => {
  const need = fc.record({ least: fc.nat(900), extra: fc.nat(3_000) })
  fc.assert(
    fc.property(fc.array(need, { minLength: 1, maxLength: 14 }), (needs) => {
      const widths = columnWidths(
        needs.map(({ least, extra }) => ({ least, wanted: least + extra })),
        491,
      )
      expect(widths.reduce((sum, width) => sum + width, 0)).toBeCloseTo(491, 6)
      for (const [i, width] of widths.entries()) {
        expect(width).toBeGreaterThanOrEqual(Math.min(needs[i]!.least, 491 / needs.length) - 1e-6)
      }
    }),
  )
})

test('Every text colour can be read on its background', () => {
  const white = '#ffffff'
  const pairs: [string, string][] = [
    [colours.ink, white],
    [colours.soft, white],
    [colours.accent, white],
    [colours.warn, white],
    [colours.accent, colours.tint],
    [colours.onAccent, colours.accent],
    [colours.onAccentSoft, colours.accent],
  ]
  for (const [ink, ground] of pairs) {
    expect(contrast(ink, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5)
  }
})

function contrast(one: string, other: string): number {
  const [bright = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (bright + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
