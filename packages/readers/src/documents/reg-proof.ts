import type { Reader } from '../reader.ts'
import { issuedOn, subjects } from './common.ts'

/** An extract of the trade register (Kbis), a certificate of the national register, or a Sirene notice. */
export const regProof: Reader = {
  kind: 'REG_PROOF',
  version: 1,
  titles: [
    'EXTRAIT K ?-? ?BIS',
    "EXTRAIT(?: K ?BIS)? D'IMMATRICULATION(?: PRINCIPALE)?",
    'EXTRAIT DU REGISTRE (?:NATIONAL DES ENTREPRISES|DU COMMERCE ET DES SOCIETES)',
    "ATTESTATION D'(?:IMMATRICULATION|INSCRIPTION)(?: AU (?:RNE|REGISTRE))?",
    'SITUATION AU REPERTOIRE SIRENE',
    'AVIS DE SITUATION(?: AU REPERTOIRE SIRENE)?',
    'K ?BIS',
  ],
  mandatory: [
    {
      name: 'register',
      any: [
        'REGISTRE DU COMMERCE ET DES SOCIETES',
        'R\\.? ?C\\.? ?S\\.?',
        'REGISTRE NATIONAL DES ENTREPRISES',
        'REPERTOIRE SIRENE',
      ],
    },
    {
      name: 'issuer',
      any: [
        'GREFFE',
        'GREFFIER',
        'INPI',
        'INSTITUT NATIONAL DE LA PROPRIETE INDUSTRIELLE',
        'INSEE',
        'INFOGREFFE',
      ],
    },
  ],
  signs: [
    {
      name: 'registration',
      any: ["DATE D'IMMATRICULATION", 'IMMATRICULATION', 'IDENTIFIANT S(?:IREN|IRET)', "DATE D'INSCRIPTION"],
    },
    { name: 'legal form', any: ['FORME JURIDIQUE', 'CATEGORIE JURIDIQUE'] },
    { name: 'seat', any: ['SIEGE(?: SOCIAL)?', 'ADRESSE DU SIEGE', 'ETABLISSEMENT PRINCIPAL'] },
    { name: 'activity', any: ['ACTIVITES? (?:PRINCIPALES?|EXERCEES?)', 'CODE APE', 'APE', 'OBJET SOCIAL'] },
    { name: 'capital', any: ['CAPITAL SOCIAL', 'CAPITAL'] },
  ],
  leastSigns: 2,
  warnings: [
    {
      name: 'STRUCK_OFF',
      any: [
        'RADIATION',
        'RADIEE?',
        'LIQUIDATION JUDICIAIRE',
        'REDRESSEMENT JUDICIAIRE',
        'CESSATION',
        'CESSEE?',
        'DISSOLUTION',
        'ETABLISSEMENT FERME',
      ],
    },
  ],
  subjects: [
    ...subjects,
    'IMMATRICULATION AU R\\.? ?C\\.? ?S\\.?,? ?(?:NUMERO)?',
    "NUMERO D'IDENTIFICATION",
    'IDENTIFICATION',
    'IDENTIFIANT SIREN',
    'IDENTIFIANT SIRET(?: DU SIEGE)?',
  ],
  subjectBy: 'IDENTIFIER',
  periods: [],
  fields: [
    {
      ...issuedOn,
      labels: [
        'A JOUR AU',
        'EXTRAIT (?:DU|AU|A JOUR AU)(?= \\d)',
        "DATE DE L'EXTRAIT",
        'SITUATION AU(?= \\d)',
        ...issuedOn.labels,
      ],
    },
    {
      name: 'registeredOn',
      kind: 'date',
      labels: ["DATE D'IMMATRICULATION", 'IMMATRICULEE? LE', 'DATE DE CREATION', 'ACTIVE DEPUIS LE'],
    },
    { name: 'legalForm', kind: 'text', labels: ['FORME JURIDIQUE', 'CATEGORIE JURIDIQUE'] },
    { name: 'capital', kind: 'amount', labels: ['CAPITAL SOCIAL', 'CAPITAL'] },
    {
      name: 'securityCode',
      kind: 'code',
      labels: ['CODE DE (?:VERIFICATION|SECURITE|CONTROLE)', 'CLE DE VERIFICATION'],
      shape: /^[A-Za-z0-9]{8,16}$/,
    },
  ],
  effective: { fields: ['issuedOn'], rule: 'FIRST' },
  expiration: [],
  required: [],
  isMadeByServer: true,
}
