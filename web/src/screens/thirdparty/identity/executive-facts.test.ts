import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { thirdparty as english } from '../../../i18n/en/thirdparty.ts'
import { thirdparty as french } from '../../../i18n/fr/thirdparty.ts'
import { executiveFacts } from './executive-facts.ts'

const format = { month: (wire: string) => `month ${wire}`, country: (code: string) => `country ${code}` }
const executive = { name: 'Ada Wetherby', role: 'director', kind: 'PERSON' } as const

async function inLanguage(lng: 'en' | 'fr') {
  const instance = createInstance()
  const resources = {
    en: { translation: { thirdparty: english } },
    fr: { translation: { thirdparty: french } },
  }
  return instance.init({ lng, resources, interpolation: { escapeValue: false } })
}

test('What a register tells of a person is said in a line, in both languages', async () => {
  const told = { ...executive, birthMonth: '1974-06', nationality: 'GB' }
  expect(executiveFacts(told, format, await inLanguage('en'))).toBe(
    'Born in month 1974-06 · Nationality: country GB',
  )
  expect(executiveFacts(told, format, await inLanguage('fr'))).toBe(
    'Naissance\u00a0: month 1974-06 · Nationalité\u00a0: country GB',
  )
})

test('What is not told is not said', async () => {
  const t = await inLanguage('en')
  expect(executiveFacts(executive, format, t)).toBeNull()
  expect(executiveFacts({ ...executive, birthMonth: '1974' }, format, t)).toBe('Born in month 1974')
})

test('A company is told by its number, a SIREN in groups', async () => {
  const t = await inLanguage('en')
  const company = { ...executive, kind: 'COMPANY' } as const
  expect(executiveFacts({ ...company, identifier: '999967094' }, format, t)).toBe('999\u00a0967\u00a0094')
  expect(executiveFacts({ ...company, identifier: 'HRB 99999' }, format, t)).toBe('HRB 99999')
})
