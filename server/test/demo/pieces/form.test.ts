import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../../../src/domain/evaluation/index.ts'
import { parseForm, scoreForm } from '../../../src/domain/forms/index.ts'
import type { DemoCompany } from '../companies.ts'
import { fillForm } from './form.ts'
import { personOf } from './persons.ts'

const company = (number: number, language: 'fr' | 'en'): DemoCompany => ({
  number,
  thirdpartyId: number,
  name: 'Розова долина',
  language,
  countryCode: language === 'fr' ? 'FR' : 'BG',
  identifier: { label: 'VAT', value: 'BG999999999' },
  vatNumber: null,
  street: '–',
  postalCode: '–',
  city: '–',
  activity: '–',
})

const forms = [...loadShippedCatalogue().documentTypes.values()].filter(({ fields }) => fields.length > 0)

test.each(forms.map((type) => [type.code, type] as const))(
  'The demo answers the form %s so that it can be submitted',
  (_, type) => {
    for (const one of [company(1, 'fr'), company(71, 'en')]) {
      const answers = fillForm(type, { company: one, person: personOf(one), day: '2026-03-31', quality: 0.5 })
      expect(parseForm(type.fields, answers, { language: one.language })).toMatchObject({ ok: true })
    }
  },
)

test('Better demo companies give better answers', () => {
  const type = forms.find(({ code }) => code === 'CYBER_QUEST')
  if (!type) throw new Error('no such questionnaire')
  const score = (quality: number) => {
    const one = company(3, 'fr')
    return scoreForm(
      type.fields,
      fillForm(type, { company: one, person: personOf(one), day: '2026-03-31', quality }),
    )
  }
  expect(score(1)).toBe(100)
  expect(score(0.3)).toBeLessThan(type.expectedScore ?? 0)
})

test('Demo people have addresses nobody can own, whatever their company is called', () => {
  expect(personOf(company(71, 'en')).email).toMatch(/^[a-z-]+\.[a-z-]+@[a-z0-9-]+\.example$/)
})
