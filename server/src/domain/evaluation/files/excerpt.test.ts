import fc from 'fast-check'
import { expect, test } from 'vitest'
import { excerptOf } from './excerpt.ts'

const marked = (content: string, words: readonly string[]) => {
  const { page, parts } = excerptOf(content, words)
  return [page, parts.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('')]
}

test('The words are marked as they are printed, whatever their accents and capitals', () => {
  expect(marked('ATTESTATION DE VIGILANCE\nDéclarations sociales', ['vigil', 'declarations'])).toEqual([
    1,
    'ATTESTATION DE [VIGILANCE] [Déclarations] sociales',
  ])
})

test('A number is found whether it is printed in groups or in one piece', () => {
  expect(marked('SIREN : 732 829 320, Lyon', ['732829320'])).toEqual([1, 'SIREN : [732 829 320], Lyon'])
  expect(marked('SIREN : 732829320, Lyon', ['732829'])).toEqual([1, 'SIREN : [732829320], Lyon'])
})

test('The place with most of the words counts, on its page, and nothing of other pages is shown', () => {
  const content = `Police d’assurance\n\fConditions générales\n\fPolice RC-778204 du Lavoir\n\fFin`
  expect(marked(content, ['police', 'lavoir'])).toEqual([3, '[Police] RC-778204 du [Lavoir] '])
})

test('Where none of the words stands, the beginning is shown', () => {
  expect(marked('Nothing of this', ['else'])).toEqual([1, 'Nothing of this'])
  expect(marked('', ['else'])).toEqual([1, ''])
})

test('Parts of any text are short, and the matches begin with a word that was asked for', () => {
  const pieces = fc.constantFrom('alpha', 'Beta', '12', '34', '\f', ' ', '\n', 'é', '𝒜', 'x'.repeat(300))
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (said) => {
      const { page, parts } = excerptOf(said.join(' '), ['alp', '1234'])
      expect(page).toBeGreaterThanOrEqual(1)
      expect(page).toBeLessThanOrEqual(said.filter((piece) => piece === '\f').length + 1)
      for (const { text, isMatch } of parts) {
        expect(text).not.toContain('\f')
        if (isMatch) expect(text).toMatch(/^(?:alpha|12)/)
      }
      expect(parts.map(({ text }) => text).join('').length).toBeLessThanOrEqual(460)
    }),
  )
})
