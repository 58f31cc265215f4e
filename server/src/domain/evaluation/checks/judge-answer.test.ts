import { describe, expect, test } from 'vitest'
import { readDocument } from '@vigie/readers'
import { judgeAnswer, type AnswerToJudge, type JudgedFile } from './judge-answer.ts'

const untouched = {
  producer: '',
  creator: '',
  createdAt: null,
  modifiedAt: null,
  isChangedAfterSave: false,
  coveredTexts: 0,
  hiddenTexts: 0,
  annotations: 0,
  isWhole: true,
}
const fileWith = (text: string | null, code: string): JudgedFile => ({
  evidenceId: 7,
  warnings: [],
  content: text === null ? null : { text, pages: [], facts: untouched },
  reading: text === null || text.trim() === '' ? null : readDocument({ text }, code),
  seal: null,
})
// No reader knows this type: what is said here comes from numbers and dates alone.
const months = {
  code: 'OWN_TYPE',
  validity: { kind: 'MONTHS', months: 6, from: 'EFFECTIVE_DATE' },
} as const
const sound: AnswerToJudge = {
  type: months,
  company: { name: 'Société Générée du Léman', siren: '732829320', siret: '73282932000074', vatNumber: null },
  effectiveDate: '2026-10-01',
  expirationDate: '2027-04-01',
  today: '2026-11-15',
  files: [fileWith('SIREN 732 829 320, SIRET 732 829 320 00074', 'OWN_TYPE')],
  forms: [],
  banks: new Map(),
}
const told = (answer: Partial<AnswerToJudge>) => {
  const { outcome, findings, metadata } = judgeAnswer({ ...sound, ...answer })
  return { outcome, codes: findings.map(({ code }) => code), metadata }
}
const textOf = (text: string | null) => ({ files: [fileWith(text, 'OWN_TYPE')] })
const iban = (value: string) => ({
  forms: [{ evidenceId: 8, formdata: [{ type: 'iban' as const, key: 'iban', title: '', order: 1, value }] }],
})

describe('Judging an answer', () => {
  test('A document that names its company passes, with what was found', () => {
    expect(told({})).toEqual({
      outcome: 'PASSED',
      codes: [],
      metadata: [
        { evidenceId: 7, results: { siren_found: 'true', siret_found: 'true', reader: 'GENERIC/1' } },
      ],
    })
  })

  test('A problem the sender cannot fix is left to the reviewer', () => {
    expect(told(textOf(null))).toEqual({
      outcome: 'PASSED',
      codes: ['TEXT_UNREADABLE'],
      metadata: [{ evidenceId: 7, results: {} }],
    })
    expect(told(textOf(' \n'))).toMatchObject({ outcome: 'PASSED', codes: ['TEXT_UNREADABLE'] })
    expect(told(textOf('Nothing to see'))).toMatchObject({
      outcome: 'PASSED',
      codes: ['IDENTIFIER_ABSENT'],
      metadata: [{ results: { siren_found: 'false' } }],
    })
    // The insurer's own number, on a certificate made out to our company.
    const certificate = 'Assureur SIREN 542 110 291 certifie que la SOCIETE GENEREE DU LEMAN est assurée'
    expect(told(textOf(certificate))).toMatchObject({ outcome: 'PASSED', codes: ['IDENTIFIER_ABSENT'] })
    expect(told({ effectiveDate: null })).toMatchObject({
      outcome: 'PASSED',
      codes: ['EFFECTIVE_DATE_MISSING'],
    })
    const warned = { files: [{ ...sound.files[0]!, warnings: ['PDF_OPEN_ACTION'] }] }
    expect(told(warned)).toMatchObject({ outcome: 'PASSED', codes: ['PDF_OPEN_ACTION'] })
  })

  test('A document of another company fails, unless another file names ours', () => {
    const stranger = 'SIREN 542 110 291'
    expect(told(textOf(stranger))).toMatchObject({ outcome: 'FAILED', codes: ['OTHER_COMPANY_IDENTIFIER'] })
    const two = { files: [...textOf(stranger).files, { ...sound.files[0]!, evidenceId: 9 }] }
    expect(told(two)).toMatchObject({ outcome: 'PASSED', codes: [] })
    const company = { name: 'Abroad Ltd', siren: null, siret: null, vatNumber: null }
    expect(told({ ...textOf(stranger), company })).toMatchObject({ outcome: 'PASSED', codes: [] })
  })

  test('Impossible dates are distinguished from expired ones', () => {
    expect(told({ expirationDate: '2026-11-14' })).toMatchObject({
      outcome: 'FAILED',
      codes: ['ALREADY_EXPIRED'],
    })
    expect(told({ effectiveDate: '2026-11-16' })).toMatchObject({
      outcome: 'INCONCLUSIVE',
      codes: ['EFFECTIVE_IN_FUTURE'],
    })
    expect(told({ expirationDate: '2026-11-16' })).toMatchObject({
      outcome: 'PASSED',
      codes: ['EXPIRES_SOON'],
    })
  })

  test('A bank account is described, and fails when its national key is wrong', () => {
    expect(told(iban('FR7630006000011234567890189'))).toMatchObject({
      outcome: 'PASSED',
      metadata: [{ evidenceId: 8, results: { verified: 'true', date_verification: '15/11/2026' } }, {}],
    })
    // Check digits right, national key wrong.
    expect(told(iban('FR8530006000011234567890180'))).toMatchObject({
      outcome: 'FAILED',
      codes: ['IBAN_CHECK_FAILED'],
      metadata: [{ results: { verified: 'false' } }, {}],
    })
  })
})
