import { reasonKinds } from '@vigie/matching'
import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { screening as english } from '../../i18n/en/screening.ts'
import { screeningReasons as englishReasons } from '../../i18n/en/screening-reasons.ts'
import { screening as french } from '../../i18n/fr/screening.ts'
import { screeningReasons as frenchReasons } from '../../i18n/fr/screening-reasons.ts'
import { birthText, countryText, reasonText } from './reason-text.ts'

const format = {
  date: (wire: string) => `day ${wire}`,
  month: (wire: string) => `month ${wire}`,
  country: (code: string) => `country ${code}`,
}
const against = { effect: 'AGAINST', points: -0.2 } as const

async function inLanguage(lng: 'en' | 'fr') {
  const instance = createInstance()
  await instance.init({
    lng,
    contextSeparator: '|',
    pluralSeparator: '|',
    resources: {
      en: { translation: { screening: english, screeningReasons: englishReasons } },
      fr: { translation: { screening: french, screeningReasons: frenchReasons } },
    },
    interpolation: { escapeValue: false },
  })
  return instance
}

test.each(['en', 'fr'] as const)(
  'Every reason of the engine has a sentence of its own in %s',
  async (lng) => {
    const language = await inLanguage(lng)
    const neutral = reasonText({ ...against, kind: 'WHATEVER', ours: 'A', theirs: 'B' }, language, format)
    const kinds = reasonKinds.filter((kind) => kind !== 'KIND_CONTRADICTED')
    for (const kind of kinds) {
      const met = [{ ours: 'A', theirs: 'B' }, { ours: 'A' }, { theirs: 'B' }, {}]
      for (const sides of met) {
        const sentence = reasonText({ ...against, kind, ...sides }, language, format)
        expect(sentence).toMatch(/^\S.*\.$/)
        expect(sentence).not.toBe(neutral)
      }
    }
  },
)

test('A kind that the page does not know gets a neutral sentence', async () => {
  const language = await inLanguage('en')
  const kind = 'FAVOURITE_COLOUR'
  expect(reasonText({ ...against, kind }, language, format)).toBe('Something else was compared.')
  expect(reasonText({ ...against, kind, ours: 'red', theirs: 'blue' }, language, format)).toBe(
    'Something else was compared: “red” and “blue”.',
  )
})

test('What stands on one side only is said of that side', async () => {
  const language = await inLanguage('en')
  const kind = 'WORD_EXTRA'
  expect(reasonText({ ...against, kind, ours: 'hamdan' }, language, format)).toBe(
    '“hamdan” is not in the name on the list.',
  )
  expect(reasonText({ ...against, kind, theirs: 'hamdan' }, language, format)).toBe(
    '“hamdan” is only in the name on the list.',
  )
})

test('Countries, dates and kinds are named in the language of the reader', async () => {
  const language = await inLanguage('fr')
  const countries = { ...against, kind: 'COUNTRY_CONTRADICTED', ours: 'FR BE', theirs: 'IR' }
  expect(reasonText(countries, language, format)).toBe(
    'Aucun pays commun\u00a0: country FR, country BE et country IR.',
  )
  const dates = { ...against, kind: 'BIRTH_DATE_CONTRADICTED', ours: '1974-06', theirs: '~1980' }
  expect(reasonText(dates, language, format)).toBe(
    'Les dates de naissance diffèrent\u00a0: month 1974-06 et vers 1980.',
  )
  const kinds = { ...against, kind: 'KIND_CONTRADICTED', ours: 'PERSON', theirs: 'VESSEL' }
  expect(reasonText(kinds, language, format)).toBe('Leur nature diffère\u00a0: Personne et Navire.')
})

test('A birth is told as exactly as the list has it', async () => {
  const { t } = await inLanguage('en')
  expect(birthText('1970-05-12', t, format)).toBe('day 1970-05-12')
  expect(birthText('1970', t, format)).toBe('1970')
  expect(birthText('1955/1958-02', t, format)).toBe('between 1955 and month 1958-02')
  expect(birthText('unknown', t, format)).toBe('unknown')
})

test('A country that is none stays what it is', () => {
  expect(countryText('FR', format)).toBe('country FR')
  expect(countryText('Zaire', format)).toBe('Zaire')
})
