import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordsNotIn, splitName, normaliseName } from './company-search-words.ts'

test.each([
  ['Société Générale', 'societe generale'],
  ['DUPONT & FILS SARL', 'dupont fils'],
  ['S.A.R.L. Dupont et Fils', 'dupont fils'],
  ['Marks and Spencer p.l.c.', 'marks spencer'],
  ['ET', 'et'],
  ['A.B.C. Et Co', 'abc'],
  ['株式会社東京 Łódź', '東京 lodz'],
  ['Boulangerie Hélène S.A.S', 'boulangerie helene'],
  ["L'Atelier d'Œuvres", 'l atelier d oeuvres'],
  ['Société à responsabilité limitée Martin', 'martin'],
  ['Müller-Straße GmbH & Co. KG', 'muller strasse'],
  ['Nordhafen Antriebe GmbH', 'nordhafen antriebe'],
  ['SAS', 'sas'],
  ['Vigie™ ﬁn', 'vigietm fin'],
  ['Les Marchands de Sel de Mer', 'les marchands de sel de mer'],
  ['Hôtel F1 n°12', 'hotel f1 n 12'],
  ['Ελληνική Τράπεζα', 'ελληνικη τραπεζα'],
  ['  « ... » ', ''],
  ['', ''],
])('The name %s is searched for as «%s»', (name, normalised) => {
  expect(normaliseName(name)).toBe(normalised)
})

test.each([
  ['S.A.R.L. Dupont & Fils', ['dupont', 'fils']],
  ['Société Générale', ['societe', 'generale']],
  ['Bursztynowa Stal Sp. z o.o.', ['bursztynowa', 'stal']],
  ['SAS', ['sas']],
  ['Se Loger SAS', ['loger']],
  ['Straße Œuvre Łódź', ['strasse', 'oeuvre', 'lodz']],
  ['ＡＢＣ ２０００', ['abc', '2000']],
  ['  ', []],
])('The name %j is compared as %j', (name, words) => {
  expect(splitName(name)).toEqual(words)
})

test('Any typed text leaves words and single spaces', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (name) => {
      const once = normaliseName(name)
      expect(once).toMatch(/^([\p{L}\p{N}]+( [\p{L}\p{N}]+)*)?$/u)
      expect(once.split(' ').length).toBeLessThanOrEqual(20)
    }),
  )
})

test('Further names add only the words that are new', () => {
  expect(wordsNotIn('dupont et fils', ['DUPONT', 'Le Petit Dupont', null, 'DF'])).toBe('le petit df')
  expect(wordsNotIn('dupont', ['Dupont SA', null])).toBeNull()
})
