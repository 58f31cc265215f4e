import type { Reader } from '../reader.ts'
import { issuedOn, subjects } from './common.ts'

const none = { warnings: [], periods: [], leastSigns: 2, isMadeByServer: false } as const

/** Extracts of other countries' registers, as far as their words are known. */
export const foreignReg: Reader = {
  ...none,
  kind: 'FOREIGN_REG',
  version: 1,
  titles: [
    'CERTIFICATE OF (?:INCORPORATION|GOOD STANDING|REGISTRATION)',
    'COMPANY (?:EXTRACT|REGISTRATION EXTRACT)',
    'EXTRACT (?:FROM|OF) THE (?:TRADE|COMMERCIAL|COMPANY|BUSINESS) REGISTER',
    'HANDELSREGISTER(?:AUSZUG)?(?: [A-Z]+){0,3}',
    'VISURA(?: [A-Z]+){0,4}',
    'CERTIFICADO(?: [A-Z]+){0,4}',
    'UITTREKSEL(?: [A-Z]+){0,3}',
    'EXTRAIT(?: DU REGISTRE DE COMMERCE| DE LA BANQUE-CARREFOUR)(?: [A-Z]+){0,5}',
    'CERTIDAO PERMANENTE',
  ],
  mandatory: [
    {
      name: 'register',
      any: [
        'COMPANIES HOUSE',
        'REGISTRAR OF COMPANIES',
        'AMTSGERICHT',
        'HANDELSREGISTER',
        'CAMERA DI COMMERCIO',
        'REGISTRO MERCANTIL',
        'KAMER VAN KOOPHANDEL',
        'BANQUE-CARREFOUR DES ENTREPRISES',
        'REGISTRE DE COMMERCE ET DES SOCIETES(?: DE)? LUXEMBOURG',
        '(?:TRADE|COMMERCIAL|COMPANY|BUSINESS) REGISTER',
        'CONSERVATORIA DO REGISTO',
      ],
    },
  ],
  signs: [
    {
      name: 'number',
      any: [
        'COMPANY NUMBER',
        'REGISTRATION NUMBER',
        'HR[AB]',
        'REA',
        'KVK',
        'CIF',
        'NIF',
        "NUMERO D'ENTREPRISE",
        'REGISTERED NUMBER',
        'NUMERO',
      ],
    },
    { name: 'name', any: ['NAME', 'FIRMA', 'DENOMINAZIONE', 'DENOMINACION', 'DENOMINATION', 'NAAM'] },
    {
      name: 'seat',
      any: ['REGISTERED OFFICE', 'SITZ', 'SEDE', 'SIEGE', 'DOMICILIO', 'VESTIGING', 'ADDRESS'],
    },
    { name: 'date', any: ['INCORPORATED', 'EINTRAGUNG', 'DATA', 'FECHA', 'DATUM', 'DATE'] },
  ],
  subjects: [
    ...subjects,
    'FIRMA',
    'DENOMINAZIONE',
    'DENOMINACION(?: SOCIAL)?',
    'NAAM',
    'NAME',
    'COMPANY NUMBER',
    'REGISTERED NUMBER',
  ],
  subjectBy: 'IDENTIFIER',
  fields: [
    {
      ...issuedOn,
      labels: [
        ...issuedOn.labels,
        'ABRUF VOM',
        'DATUM',
        'FECHA',
        'DATA',
        'GIVEN AT .{1,40}?,? ON',
        'DATED',
        'DATE',
      ],
    },
  ],
  effective: { fields: ['issuedOn'], rule: 'FIRST' },
  expiration: [],
  required: [],
}

/** The form A1: which country's social security covers a worker who is sent abroad. */
export const foreignSoc: Reader = {
  ...none,
  kind: 'FOREIGN_SOC',
  version: 1,
  titles: [
    'A1',
    '(?:CERTIFICAT|CERTIFICATE|FORMULAIRE|FORM|ATTESTATION) A ?1',
    'CERTIFICATE CONCERNING THE SOCIAL SECURITY LEGISLATION(?: [A-Z]+){0,8}',
    'CERTIFICAT RELATIF A LA LEGISLATION DE SECURITE SOCIALE(?: [A-Z]+){0,8}',
  ],
  mandatory: [
    { name: 'social security', any: ['SOCIAL SECURITY', 'SECURITE SOCIALE'] },
    { name: 'regulation', any: ['883/(?:20)?04', '987/(?:20)?09'] },
  ],
  signs: [
    { name: 'holder', any: ['HOLDER', 'TITULAIRE'] },
    { name: 'state', any: ['MEMBER STATE', 'ETAT MEMBRE'] },
    { name: 'employer', any: ['EMPLOYER', 'EMPLOYEUR'] },
    { name: 'period', any: ['STARTING DATE', 'ENDING DATE', 'DATE DE DEBUT', 'DATE DE FIN'] },
  ],
  subjects: [...subjects, 'EMPLOYER', 'EMPLOYEUR', 'NAME OR COMPANY NAME', 'NOM OU RAISON SOCIALE'],
  subjectBy: 'NAME',
  fields: [
    { name: 'periodFrom', kind: 'date', labels: ['STARTING DATE', 'DATE DE DEBUT'] },
    { name: 'periodTo', kind: 'date', labels: ['ENDING DATE', 'DATE DE FIN'] },
    issuedOn,
  ],
  effective: { fields: ['periodFrom', 'issuedOn'], rule: 'ANY' },
  expiration: [],
  required: [],
}
