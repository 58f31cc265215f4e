import type { Reader } from '../reader.ts'
import { issuedOn, subjects } from './common.ts'

/** The certificate of a construction company's paid-leave fund. */
export const btpLeave: Reader = {
  kind: 'BTP_LEAVE',
  version: 1,
  titles: [
    '(?:ATTESTATION|CERTIFICAT)(?: DE MISE)? A JOUR(?: DES COTISATIONS)?',
    "(?:ATTESTATION|CERTIFICAT)(?: D'AFFILIATION)?(?: (?:ET|DE|A LA|A) [A-Z]+){0,3} (?:DE )?(?:LA )?CAISSE(?: DE| DES)? CONGES",
    "(?:ATTESTATION|CERTIFICAT) (?:D'AFFILIATION|DE REGULARITE|DE PAIEMENT DES COTISATIONS|DE CONGES PAYES|CONGES(?: PAYES)?|MARCHES? PUBLICS?)",
  ],
  mandatory: [
    {
      name: 'fund',
      any: [
        'CONGES INTEMPERIES(?: BTP)?',
        'CAISSES?(?: [A-Z]+){0,3} CONGES(?: PAYES)?',
        'CIBTP',
        'CAISSE NATIONALE DES ENTREPRENEURS',
        'CNETP',
      ],
    },
    { name: 'up to date', any: ['A JOUR', 'A REGLE', 'EN REGLE', 'A ACQUITTE', 'S.EST ACQUITTEE?'] },
  ],
  signs: [
    { name: 'leave', any: ['CONGES PAYES', 'CONGES'] },
    { name: 'weather', any: ['INTEMPERIES', 'CHOMAGE-INTEMPERIES'] },
    { name: 'contributions', any: ['COTISATIONS', 'DECLARATIONS', 'VERSEMENTS'] },
    { name: 'member', any: ['ADHERENTE?', "NUMERO D'ADHERENT", 'AFFILIEE?', 'AFFILIATION'] },
  ],
  leastSigns: 2,
  warnings: [
    { name: 'NOT_UP_TO_DATE', any: ["N'EST PAS A JOUR", 'PAS A JOUR', 'SOUS RESERVE', 'ECHEANCIER'] },
  ],
  subjects: [...subjects, 'ADHERENT(?: ?:)?', 'ENTREPRISE ADHERENTE'],
  subjectBy: 'IDENTIFIER',
  periods: [],
  fields: [
    issuedOn,
    {
      name: 'stateOn',
      kind: 'date',
      labels: ["A JOUR (?:[A-Z' ,-]{0,120}? )?(?:AU|A LA DATE DU|JUSQU'AU)", 'A LA DATE DU', 'ARRETEE? AU'],
    },
    {
      name: 'memberNumber',
      kind: 'code',
      labels: ["(?:NUMERO|N°) D'(?:ADHERENT|AFFILIATION|ADHESION)", 'ADHERENT N°', 'MATRICULE'],
    },
  ],
  effective: { fields: ['stateOn', 'issuedOn'], rule: 'ANY' },
  expiration: [],
  required: [],
  isMadeByServer: true,
}
