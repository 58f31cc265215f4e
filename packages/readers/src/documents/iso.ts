import type { FieldRule, Pattern, Reader, Sign } from '../reader.ts'
import { subjects } from './common.ts'

/** The standards a certificate may be about, with the editions that are no longer certified. */
const standards = [
  { number: '9001', outdated: ['1994', '2000', '2008'] },
  { number: '14001', outdated: ['1996', '2004'] },
  { number: '27001', outdated: ['2005', '2013'] },
  { number: '45001', outdated: [] },
] as const

const isoFields: readonly FieldRule[] = [
  {
    name: 'certificateNumber',
    kind: 'code',
    labels: [
      '(?:NUMERO|N°) (?:DE |DU )?CERTIFICAT',
      'CERTIFICATE? ?(?:N°|NO\\.?|NUMERO|NUMBER|REF(?:ERENCE)?)',
      'CERTIFICATE? ?:',
      'REGISTRATION (?:NUMBER|NO\\.?)',
      'N°',
    ],
  },
  {
    name: 'issuedOn',
    kind: 'date',
    labels: [
      '(?:DATE DE (?:DELIVRANCE|DECISION|CERTIFICATION)|DATE D.EMISSION|ISSUE DATE|DATE OF ISSUE|CERTIFICATION DATE|CURRENT ISSUE(?: DATE)?)(?! INITIALE)',
      '(?:DELIVREE?|EMIS|ISSUED|GRANTED)(?: LE| ON)?',
      '(?:VALABLE|VALIDE) A (?:COMPTER|PARTIR) DU',
      'VALID FROM',
      "DATE D'EFFET",
      'EFFECTIVE(?: DATE)?',
      'FAIT A .{1,40}?,? LE',
    ],
  },
  {
    name: 'validUntil',
    kind: 'date',
    labels: [
      "(?:VALABLE|VALIDE|VALIDITE) JUSQU'AU",
      '(?:VALID UNTIL|VALID TO|VALID THROUGH|EXPIRY(?: DATE)?|EXPIRATION(?: DATE)?|EXPIRES(?: ON)?|DATE OF EXPIRY)',
      "(?:DATE D'EXPIRATION|DATE DE FIN(?: DE VALIDITE)?|FIN DE VALIDITE|DATE D'ECHEANCE|EXPIRE LE)",
      "JUSQU'AU",
    ],
  },
  {
    name: 'certifier',
    kind: 'name',
    labels: [
      'ORGANISME (?:CERTIFICATEUR|DE CERTIFICATION)',
      'CERTIFICATION BODY',
      'ISSUED BY',
      'DELIVRE PAR',
      'CERTIFIED BY',
    ],
  },
  {
    name: 'accreditation',
    kind: 'code',
    labels: ['ACCREDITATION(?: COFRAC)? ?(?:N°|NO\\.?|NUMBER)?', 'COFRAC(?: CERTIFICATION)?(?: N°)?'],
  },
  {
    name: 'scope',
    kind: 'text',
    labels: [
      'POUR LES ACTIVITES SUIVANTES',
      "DOMAINE D'APPLICATION",
      'PERIMETRE(?: DE CERTIFICATION)?',
      'FOR THE FOLLOWING (?:SCOPE|ACTIVITIES)',
      'SCOPE(?: OF CERTIFICATION)?',
    ],
  },
]

const certified: Sign = {
  name: 'certified',
  any: [
    'CERTIFIE QUE',
    'CERTIFIES? THAT',
    'CERTIFY THAT',
    'HAS BEEN (?:AUDITED|ASSESSED|CERTIFIED|FOUND)',
    'A ETE (?:AUDITEE?|EVALUEE?|CERTIFIEE?)',
    'EST CERTIFIEE?',
    'EST CONFORME',
    'CONFORMS? (?:TO|WITH)',
    'COMPL(?:Y|IES) WITH',
    'MEETS THE REQUIREMENTS',
    'SATISFAIT AUX EXIGENCES',
    'EN CONFORMITE AVEC',
    'REPOND AUX EXIGENCES',
  ],
}

const isoSigns: readonly Sign[] = [
  { name: 'management system', any: ['SYSTEME DE MANAGEMENT', 'MANAGEMENT SYSTEM'] },
  { name: 'scope', any: ['ACTIVITES?', 'SCOPE', 'PERIMETRE', "DOMAINE D'APPLICATION"] },
  {
    name: 'accreditation',
    any: [
      'COFRAC',
      'UKAS',
      'DAKKS',
      'ACCREDIA',
      'ENAC',
      'RVA',
      'BELAC',
      'ANAB',
      'IAF',
      'ACCREDITATION',
      'ACCREDITED',
    ],
  },
  { name: 'number', any: ['CERTIFICATE? (?:N°|NO|NUMERO|NUMBER)', 'N° ?(?:DE )?CERTIFICAT'] },
]

const isoSubjects: readonly Pattern[] = [
  ...subjects,
  "(?:L')?(?:ORGANISME|ORGANISATION|ORGANIZATION)(?= ?:)",
  'THE MANAGEMENT SYSTEM OF',
  'LE SYSTEME DE MANAGEMENT DE(?: LA SOCIETE)?',
  "SYSTEME DE MANAGEMENT(?: [A-Z'-]+){1,12} DE(?: LA SOCIETE| L'ENTREPRISE)?(?= ?[:\n])",
  'CERTIFICATE HOLDER',
  'TITULAIRE(?: DU CERTIFICAT)?',
  'AWARDED TO',
]

/** Certificates of management systems, which all look alike but for their standard. */
function isoReader({ number, outdated }: (typeof standards)[number]): Reader {
  const standard = `(?:NF )?(?:EN )?ISO ?(?:/ ?IEC|/ ?CEI)? ?${number}`
  return {
    kind: `ISO${number}`,
    version: 1,
    titles: [
      "CERTIFICAT(?:E|ION)?(?: (?:DE|OF|D'ENREGISTREMENT|DE CONFORMITE|REGISTRATION|CONFORMITY|APPROVAL|CERTIFICATION|CONFORMITE|MANAGEMENT|SYSTEM|SYSTEME))*",
      `CERTIFICATE?(?: OF| DE)?(?: [A-Z]+){0,3} ${standard}(?: ?: ?\\d{4})?`,
      `${standard}(?: ?: ?\\d{4})?`,
    ],
    mandatory: [{ name: 'standard', any: [`${standard} ?[:-] ?(?:19|20)\\d\\d`] }, certified],
    signs: isoSigns,
    leastSigns: 2,
    warnings: [
      {
        name: 'OUTDATED_EDITION',
        any: outdated.map((year) => `${standard} ?[:-] ?${year}`),
      },
      { name: 'WITHDRAWN', any: ['SUSPENDED', 'SUSPENDUE?', 'WITHDRAWN', 'RETIREE?'] },
    ],
    subjects: isoSubjects,
    subjectBy: 'NAME',
    periods: [
      'VALIDE? (?:DU|FROM)',
      'VALABLE DU',
      'VALIDITY(?: PERIOD)?(?: ?:)?',
      'VALIDITE(?: ?:)?(?: DU)?',
    ],
    fields: isoFields,
    effective: { fields: ['issuedOn', 'periodFrom'], rule: 'ANY' },
    expiration: ['validUntil', 'periodTo'],
    required: ['certificateNumber'],
    isMadeByServer: false,
  }
}

export const isoReaders: readonly Reader[] = standards.map(isoReader)
