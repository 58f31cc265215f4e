import type { Reader } from '../reader.ts'
import { issuedOn } from './common.ts'

/** A bank's statement of an account number. It helps a person who decides, and decides nothing itself. */
export const bankDetails: Reader = {
  kind: 'BANK_DETAILS',
  version: 1,
  titles: [
    "RELEVE D'IDENTITE BANCAIRE",
    'R\\.?I\\.?B\\.?(?: ?[/-] ?IBAN)?',
    "RELEVE D'IDENTITE (?:BANCAIRE )?(?:ET|/) ?IBAN",
    'IBAN',
    'BANK (?:DETAILS|ACCOUNT DETAILS|IDENTIFICATION STATEMENT|ACCOUNT STATEMENT)',
    'COORDONNEES BANCAIRES',
    'IDENTITE BANCAIRE',
  ],
  mandatory: [{ name: 'account', any: ['IBAN'] }],
  signs: [
    { name: 'bank code', any: ['BIC', 'SWIFT', 'CODE BANQUE', 'SORT CODE'] },
    { name: 'holder', any: ['TITULAIRE', 'ACCOUNT HOLDER', 'HOLDER', 'INTITULE DU COMPTE', 'BENEFICIAIRE'] },
    { name: 'branch', any: ['DOMICILIATION', 'AGENCE', 'GUICHET', 'CLE(?: RIB)?', 'BRANCH'] },
  ],
  leastSigns: 2,
  warnings: [],
  subjects: [
    'TITULAIRE(?: DU COMPTE)?',
    'INTITULE DU COMPTE',
    '(?:ACCOUNT )?HOLDER',
    'ACCOUNT NAME',
    'BENEFICIAIRE',
  ],
  subjectBy: 'NAME',
  periods: [],
  fields: [
    { name: 'iban', kind: 'iban', labels: ['IBAN'] },
    { name: 'bic', kind: 'bic', labels: ['(?:CODE )?BIC(?: ?[/-] ?SWIFT)?', 'SWIFT(?: CODE)?'] },
    {
      name: 'holder',
      kind: 'name',
      labels: [
        'TITULAIRE(?: DU COMPTE)?',
        'INTITULE DU COMPTE',
        'ACCOUNT (?:HOLDER|NAME)',
        'HOLDER',
        'BENEFICIAIRE',
      ],
    },
    { name: 'bank', kind: 'name', labels: ['DOMICILIATION', 'BANQUE(?= ?:)', 'BANK(?: NAME)?(?= ?:)'] },
    issuedOn,
  ],
  effective: { fields: ['issuedOn'], rule: 'FIRST' },
  expiration: [],
  required: ['iban', 'holder'],
  isMadeByServer: false,
}
