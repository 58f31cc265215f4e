import type { Reader } from '../reader.ts'
import { issuedOn, subjects } from './common.ts'

/** The certificate that taxes are declared and paid. */
export const fiscalReg: Reader = {
  kind: 'FISCAL_REG',
  version: 1,
  titles: ['ATTESTATION DE REGULARITE FISCALE', 'ATTESTATION FISCALE'],
  mandatory: [
    {
      name: 'issuer',
      any: [
        'DIRECTION GENERALE DES FINANCES PUBLIQUES',
        'DGFIP',
        'SERVICE DES IMPOTS(?: DES ENTREPRISES)?',
        'DIRECTION DES GRANDES ENTREPRISES',
        'CENTRE DES FINANCES PUBLIQUES',
      ],
    },
    {
      name: 'regular',
      any: [
        'EN REGLE',
        'A JOUR',
        'REGULIERE? AU REGARD',
        'A SATISFAIT A(?:UX| SES)(?: [A-Z]+){0,4} OBLIGATIONS',
        'OBLIGATIONS(?: [A-Z]+){0,6} (?:SATISFAITES|REMPLIES|RESPECTEES)',
      ],
    },
  ],
  signs: [
    { name: 'taxes', any: ['IMPOTS? SUR LES SOCIETES', 'TAXE SUR LA VALEUR AJOUTEE', 'TVA', 'IMPOTS?'] },
    {
      name: 'duties',
      any: ['OBLIGATIONS (?:DECLARATIVES|FISCALES|DE PAIEMENT)', 'DECLARATIONS?', 'PAIEMENTS?'],
    },
    { name: 'form', any: ['3666(?:-SD)?', 'REPUBLIQUE FRANCAISE', 'MINISTERE'] },
  ],
  leastSigns: 2,
  warnings: [
    {
      name: 'NOT_UP_TO_DATE',
      any: [
        "N'(?:EST|ETAIT) PAS (?:A JOUR|EN REGLE)",
        "N'A PAS SATISFAIT",
        'PLAN DE REGLEMENT',
        // Offices keep the right to look later; that says nothing about what is owed.
        "SOUS RESERVE(?! (?:DE L'EXERCICE )?D(?:U|ES?) (?:DROITS? DE )?(?:CONTROLES?|VERIFICATIONS?))",
        'DEFAILLAN(?:T|CE)',
      ],
    },
  ],
  subjects,
  subjectBy: 'IDENTIFIER',
  periods: [],
  fields: [
    issuedOn,
    {
      name: 'stateOn',
      kind: 'date',
      labels: [
        'SITUATION (?:FISCALE )?(?:ARRETEE )?AU',
        'A LA DATE DU',
        "(?:EN REGLE|A JOUR)(?: [A-Z',-]+){0,15}? AU",
        'APPRECIEE AU',
        'AU(?= \\d)',
      ],
    },
  ],
  effective: { fields: ['issuedOn', 'stateOn'], rule: 'ANY' },
  expiration: [],
  required: [],
  isMadeByServer: true,
}
