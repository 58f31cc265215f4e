import type { Reader } from '../reader.ts'
import { coverTo, insured, issuedOn } from './common.ts'

/** For types that accounts make themselves: company, date and number. It recognises nothing, so it proves nothing. */
export const genericReader: Reader = {
  kind: 'GENERIC',
  version: 1,
  titles: [],
  mandatory: [],
  signs: [],
  leastSigns: 0,
  warnings: [],
  subjects: insured,
  subjectBy: 'IDENTIFIER',
  periods: [],
  fields: [
    issuedOn,
    { ...coverTo, name: 'validUntil' },
    {
      name: 'number',
      kind: 'code',
      labels: [
        '(?:NUMERO|N°|NUMBER|NO\\.|REFERENCE|REF\\.?) ?(?:DE |DU |OF )?(?:[A-Z]+ )?:',
        '(?:NUMERO|NUMBER|REFERENCE)',
      ],
    },
  ],
  effective: { fields: ['issuedOn'], rule: 'FIRST' },
  expiration: ['validUntil'],
  required: [],
  isMadeByServer: false,
}
