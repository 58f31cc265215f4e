// Words that many kinds of documents share.
import type { FieldRule, Pattern } from '../reader.ts'

/** What announces the company a French certificate is about. */
export const subjects: readonly Pattern[] = [
  "DENOMINATION(?: OU RAISON)?(?: SOCIALE)?(?: DE L'ENTREPRISE)?",
  'RAISON SOCIALE',
  "NOM (?:OU RAISON SOCIALE|DE L'ENTREPRISE|DE LA SOCIETE|DE L'ADHERENT|DU COTISANT)",
  '(?:ATTESTE|CERTIFIE|CERTIFIONS|ATTESTONS) QUE(?: (?:LA SOCIETE|L.ENTREPRISE|L.EMPLOYEUR|LA|LE))?',
  'ENTREPRISE(?: CONCERNEE)?(?= ?:)',
  'SOCIETE(?= ?:)',
  'IDENTIFICATION DE (?:LA SOCIETE|LA PERSONNE MORALE|L.ENTREPRISE|L.EMPLOYEUR)',
  'DELIVREE? A',
  'REDEVABLE(?: ?:)?',
  'EMPLOYEUR(?: ?:)?',
  'COMPANY(?: NAME)?(?= ?:)',
  'NAME OF (?:THE )?COMPANY',
  'THIS IS TO CERTIFY THAT',
  '(?:HEREBY )?CERTIF(?:Y|IES) THAT',
]

export const issuedOn: FieldRule = {
  name: 'issuedOn',
  kind: 'date',
  labels: [
    '(?:DATE D.EMISSION|DATE D.EDITION|DATE DE DELIVRANCE|DATE D.ETABLISSEMENT|DATE DU DOCUMENT|DATE DE L.ATTESTATION)(?! INITIALE)',
    '(?:DELIVREE?|EDITEE?|EMISE?|ETABLIE?|IMPRIMEE?|SIGNEE?)(?: (?:A|PAR) .{1,40}?,?)? LE',
    'FAIT (?:A|EN) .{1,40}?,? LE',
    '(?:DATE OF ISSUE|ISSUE DATE|ISSUED ON|ISSUED|DATE ISSUED)(?! FIRST| INITIAL)',
    '[A-Z][A-Z -]{1,30}, LE',
    '[A-Z][A-Z -]{1,30}, (?:THE|DATED?)',
    'EN DATE DU',
    'DATE ?:',
    'LE(?= \\d)',
  ],
}

export const policyNumber: FieldRule = {
  name: 'policyNumber',
  kind: 'code',
  labels: [
    '(?:NUMERO|N°|NO|REFERENCE|REF\\.?) (?:DE |DU )?(?:CONTRAT|POLICE)',
    "(?:CONTRAT|POLICE)(?: D'ASSURANCE)?(?: (?:DE )?RESPONSABILITE(?: CIVILE)?(?: PROFESSIONNELLE)?(?: DECENNALE)?(?: OBLIGATOIRE)?)?(?: PORTANT LE| SOUS LE)? ?(?:N°|NO|NUMERO|REF|:)",
    'POLICY (?:NUMBER|NO\\.?|N°|REFERENCE|REF)',
    'CERTIFICATE (?:NUMBER|NO\\.?)',
    'CONTRAT(?= ?:)',
    'POLICE(?= ?:)',
  ],
}

export const insurer: FieldRule = {
  name: 'insurer',
  kind: 'name',
  labels: [
    "(?:NOM DE L'|L'|COMPAGNIE D')?(?:ASSUREUR|ASSURANCE)(?= ?:)",
    "COMPAGNIE D'ASSURANCES?",
    'ASSUREUR',
    'INSURER',
    'INSURANCE COMPANY',
    'UNDERWRITTEN BY',
  ],
}

export const coverCeiling: FieldRule = {
  name: 'coverCeiling',
  kind: 'amount',
  labels: [
    'PLAFOND(?: DE)?(?: LA)? GARANTIE',
    'MONTANT(?:S)?(?: MAXIMUM)?(?: DE)?(?: LA| DES)? GARANTIES?',
    'TOUS DOMMAGES CONFONDUS',
    'LIMITES?(?: DE)? (?:GARANTIE|INDEMNITE|INDEMNITY|LIABILITY|COVER)',
    'LIMIT OF (?:INDEMNITY|LIABILITY|COVER)',
    'PLAFONDS?',
    'A CONCURRENCE DE',
    'UP TO',
  ],
}

export const coverPeriods: readonly Pattern[] = [
  "PERIODE (?:DE )?(?:VALIDITE|GARANTIE|D'ASSURANCE|COUVERTE)(?: ?:)?(?: DU)?",
  'VALABLE(?: POUR LA PERIODE)?(?: COMPRISE)? (?:DU|ENTRE LE)',
  '(?:PERIOD OF (?:INSURANCE|COVER)|POLICY PERIOD|COVER PERIOD|VALID|IN FORCE)(?: ?:)?(?: FROM)?',
  'VALIDITE(?: ?:)?(?: DU)?',
  'POUR LA PERIODE (?:ALLANT )?DU',
  'PERIODE(?: ?:)?(?: DU)?',
  'EFFET DU',
]

export const coverFrom: FieldRule = {
  name: 'periodFrom',
  kind: 'date',
  labels: [
    "(?:DATE D'EFFET|DATE DE DEBUT|DEBUT(?: DE)?(?: LA)?(?: PERIODE| GARANTIE| VALIDITE)?|PRISE D'EFFET|DATE DE PRISE D'EFFET)",
    '(?:EFFECTIVE(?: DATE)?|START DATE|INCEPTION(?: DATE)?|COVER FROM|VALID FROM)',
    'A COMPTER DU',
  ],
}

export const coverTo: FieldRule = {
  name: 'periodTo',
  kind: 'date',
  labels: [
    "(?:DATE D'ECHEANCE|DATE DE FIN|FIN(?: DE)?(?: LA)?(?: PERIODE| GARANTIE| VALIDITE)|DATE D'EXPIRATION|ECHEANCE)",
    "VALABLE JUSQU'AU",
    "JUSQU'AU",
    '(?:EXPIRY(?: DATE)?|EXPIRATION DATE|END DATE|VALID UNTIL|COVER TO|EXPIRES(?: ON)?)',
  ],
}

export const insured: readonly Pattern[] = [
  ...subjects,
  "(?:NOM DE L'|L')?ASSUREE?(?! SOCIAL)",
  'SOUSCRIPTEUR',
  'PRENEUR(?: D.ASSURANCE)?',
  'TITULAIRE(?: DU CONTRAT)?',
  '(?:NAMED )?INSURED',
  'POLICY ?HOLDER',
  'PROPOSANT',
]
