import { readingCodes } from '@vigie/readers'
import { expect, test } from 'vitest'
import { codeFindings } from '../../src/domain/evaluation/checks/codes/judge-codes.ts'
import { lookCodes } from '../../src/domain/evaluation/checks/look-at-pages.ts'
import { sealCodes } from '../../src/domain/evaluation/checks/seal-findings.ts'
import { reuseCodes } from '../../src/domain/evaluation/checks/verdict/seen-pieces.ts'
import { tellableFindings } from '../../src/domain/evaluation/index.ts'
import { checks as english } from '../../../web/src/i18n/en/checks.ts'
import { checks as french } from '../../../web/src/i18n/fr/checks.ts'
import { en } from '../../../web/src/portal/texts/en.ts'
import { fr } from '../../../web/src/portal/texts/fr.ts'

test('Whatever a reading may find has words for the reviewer, in both languages', () => {
  for (const { findings } of [english, french]) {
    expect(
      [
        ...readingCodes,
        ...reuseCodes,
        ...sealCodes,
        ...lookCodes,
        ...codeFindings,
        'READ_FROM_PICTURE',
      ].filter((code) => !(code in findings)),
    ).toEqual([])
  }
})

test('Whatever a supplier is told has words in the portal', () => {
  // Of a file that was refused, the file itself says why.
  const told = tellableFindings.filter((code) => code !== 'REFUSED' && code !== 'NOT_SCANNED')
  for (const { findings } of [en, fr]) expect(told.filter((code) => !(code in findings))).toEqual([])
})

test('A supplier is told of nothing but what it can mend', () => {
  const told = readingCodes.filter((code) => tellableFindings.includes(code))
  expect(told).toEqual(['KIND_DIFFERS', 'DATE_MISMATCH', 'PRINTED_EXPIRED'])
  const untold = [...reuseCodes, ...sealCodes, ...lookCodes, ...codeFindings, 'READ_FROM_PICTURE']
  expect(untold.filter((code) => tellableFindings.includes(code))).toEqual([])
})
