import type { Reader } from '../reader.ts'
import { issuedOn, subjects } from './common.ts'

/** The certificate that social contributions are declared and paid (Urssaf, MSA). */
export const socVigilance: Reader = {
  kind: 'SOC_VIGILANCE',
  version: 1,
  titles: [
    'ATTESTATION DE VIGILANCE',
    'ATTESTATION DE FOURNITURE DE(?:S)? DECLARATIONS(?: SOCIALES)?',
    'ATTESTATION (?:DE|RELATIVE AU) PAIEMENT DES COTISATIONS',
    'ATTESTATION DE COMPTE A JOUR',
  ],
  mandatory: [
    {
      name: 'issuer',
      any: ['URSSAF', 'U\\.R\\.S\\.S\\.A\\.F\\.?', 'MSA', 'MUTUALITE SOCIALE AGRICOLE', 'CGSS'],
    },
    {
      name: 'up to date',
      any: [
        "A JOUR(?: [A-Z'-]+){0,12} (?:OBLIGATIONS|COTISATIONS|CONTRIBUTIONS|DECLARATIONS|PAIEMENTS?)",
        'EST A JOUR',
        'ETAIT A JOUR',
        'OBLIGATIONS(?: [A-Z]+){0,8} A JOUR',
      ],
    },
  ],
  signs: [
    { name: 'legal basis', any: ['L\\.? ?243-15', 'D\\.? ?8222-5', 'L\\.? ?8222-1', 'D\\.? ?243-15'] },
    { name: 'contributions', any: ['COTISATIONS', 'CONTRIBUTIONS'] },
    { name: 'security code', any: ['CODE DE SECURITE', 'NUMERO DE SECURITE', 'CODE DE VERIFICATION'] },
    { name: 'headcount or pay', any: ['EFFECTIF', 'MASSE SALARIALE', 'REMUNERATIONS', 'SALARIES'] },
  ],
  leastSigns: 2,
  warnings: [
    {
      name: 'NOT_UP_TO_DATE',
      any: [
        "N'(?:EST|ETAIT) PAS A JOUR",
        'PAS A JOUR',
        "PLAN D'APUREMENT",
        'ECHEANCIER',
        'SOUS RESERVE',
        'REDEVABLE DE LA SOMME',
        'DEFAUT DE (?:PAIEMENT|DECLARATION)',
      ],
    },
  ],
  subjects,
  subjectBy: 'IDENTIFIER',
  periods: [],
  fields: [
    {
      name: 'certifiedOn',
      kind: 'date',
      labels: [
        'A LA DATE DU',
        "A JOUR (?:[A-Z' ,-]{0,120}? )?(?:AU|A LA DATE DU|EN DATE DU)",
        'SITUATION (?:ARRETEE )?AU',
        'DATE DE CERTIFICATION',
        'DATE CERTIFIEE',
      ],
    },
    issuedOn,
    {
      name: 'securityCode',
      kind: 'code',
      labels: ['(?:CODE|NUMERO|N°) DE (?:SECURITE|VERIFICATION)(?: DE L.ATTESTATION)?', 'CODE SECURITE'],
      shape: /^[A-Za-z0-9]{10,20}$/,
    },
    {
      name: 'headcount',
      kind: 'number',
      labels: ['EFFECTIF(?: MOYEN| DECLARE| SALARIE)?', 'NOMBRE DE SALARIES'],
    },
    {
      name: 'payroll',
      kind: 'amount',
      labels: ['MASSE SALARIALE', 'MONTANT (?:TOTAL )?DES REMUNERATIONS', 'REMUNERATIONS'],
    },
  ],
  effective: { fields: ['certifiedOn', 'issuedOn'], rule: 'FIRST' },
  expiration: [],
  required: ['securityCode'],
  isMadeByServer: true,
}
