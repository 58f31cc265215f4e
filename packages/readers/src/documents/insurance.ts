import type { Reader } from '../reader.ts'
import {
  coverCeiling,
  coverFrom,
  coverPeriods,
  coverTo,
  insured,
  insurer,
  issuedOn,
  policyNumber,
} from './common.ts'

/** What certificates of liability and of ten-year insurance have in common. */
const insurance = {
  version: 1,
  warnings: [
    {
      name: 'WITHDRAWN',
      any: [
        'SUSPENDUE?',
        'RESILIEE?',
        'NON (?:GARANTIE?|PAYEE?)',
        'CANCELLED',
        'LAPSED',
        'NOTE DE COUVERTURE',
        'PROJET DE CONTRAT',
      ],
    },
  ],
  subjects: insured,
  subjectBy: 'IDENTIFIER',
  periods: coverPeriods,
  fields: [
    policyNumber,
    insurer,
    coverFrom,
    coverTo,
    coverCeiling,
    {
      name: 'activities',
      kind: 'text',
      labels: [
        'ACTIVITES? (?:GARANTIES?|ASSUREES?|DECLAREES?|EXERCEES?)',
        'BUSINESS DESCRIPTION',
        'INSURED ACTIVITIES',
      ],
    },
    issuedOn,
  ],
  effective: { fields: ['periodFrom'], rule: 'FIRST' },
  expiration: ['periodTo'],
  required: ['policyNumber'],
  isMadeByServer: false,
} as const satisfies Partial<Reader>

const attested = {
  name: 'attested',
  any: [
    'ATTESTE',
    'CERTIFIE',
    'ATTESTONS',
    'CERTIFIONS',
    'CERTIF(?:Y|IES)',
    'CONFIRMS?',
    'EST (?:TITULAIRE|ASSUREE?)',
    'A SOUSCRIT',
  ],
}

export const insLiability: Reader = {
  ...insurance,
  kind: 'INS_LIABILITY',
  titles: [
    "ATTESTATION(?: D'ASSURANCE)?(?: DE)? RESPONSABILITE CIVILE",
    "ATTESTATION D'ASSURANCE",
    '(?:ASSURANCE )?RESPONSABILITE CIVILE(?: PROFESSIONNELLE| EXPLOITATION| ENTREPRISE)?',
    'CERTIFICATE OF (?:LIABILITY )?INSURANCE',
    'PROFESSIONAL INDEMNITY(?: INSURANCE)?(?: CERTIFICATE)?',
  ],
  mandatory: [
    {
      name: 'liability',
      any: [
        'RESPONSABILITE CIVILE(?! DECENNALE)',
        'PROFESSIONAL (?:INDEMNITY|LIABILITY)',
        'PUBLIC LIABILITY',
        'GENERAL LIABILITY',
        'R\\.?C\\.? PRO(?:FESSIONNELLE)?',
      ],
    },
    { name: 'policy', any: ['CONTRAT', 'POLICE', 'POLICY'] },
    attested,
  ],
  signs: [
    { name: 'damage', any: ['DOMMAGES', 'DAMAGE', 'INDEMNITY', 'INJURY'] },
    { name: 'amounts', any: ['GARANTIES?', 'PLAFOND', 'LIMIT', 'FRANCHISE'] },
    { name: 'insurer', any: ['ASSUREUR', 'ASSURANCES?', 'INSURER', 'INSURANCE'] },
  ],
  leastSigns: 2,
}

export const insDecennial: Reader = {
  ...insurance,
  kind: 'INS_DECENNIAL',
  titles: [
    "ATTESTATION(?: D'ASSURANCE)?(?: DE)?(?: LA)? RESPONSABILITE(?: CIVILE)? DECENNALE",
    "ATTESTATION(?: D'ASSURANCE)? DECENNALE",
    "ATTESTATION D'ASSURANCE",
    'ASSURANCE(?: DE)?(?: RESPONSABILITE)?(?: CIVILE)? DECENNALE(?: OBLIGATOIRE)?',
    'TEN-YEAR LIABILITY INSURANCE(?: CERTIFICATE)?',
  ],
  mandatory: [
    {
      name: 'ten years',
      any: [
        'RESPONSABILITE(?: CIVILE)?(?: PROFESSIONNELLE)? DECENNALE',
        'GARANTIE DECENNALE',
        'TEN-YEAR LIABILITY',
        'DECENNALE OBLIGATOIRE',
      ],
    },
    { name: 'policy', any: ['CONTRAT', 'POLICE', 'POLICY'] },
    attested,
  ],
  signs: [
    { name: 'legal basis', any: ['L\\.? ?241-1', 'A\\.? ?243-[1-5]', '1792(?:-\\d)?'] },
    { name: 'activities', any: ['ACTIVITES?', 'ACTIVITIES'] },
    { name: 'works', any: ['TRAVAUX', 'OUVRAGES?', 'CHANTIERS?', 'CONSTRUCTION'] },
  ],
  leastSigns: 2,
}
