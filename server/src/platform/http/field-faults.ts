import type { FastifySchemaValidationError } from 'fastify'
import {
  AppError,
  filledLinePattern,
  linePattern,
  problemSentence,
  unfitInLine,
  type FieldFault,
  type Language,
  type ProblemCode,
} from '../kernel/index.ts'
import { escapePointer } from './json-body.ts'
import type { FieldFaultKind, FieldProblems } from './schemas.ts'

/** Ajv's verbose error: it brings along the schema that was broken, and with it our own keyword. */
interface SchemaFault extends FastifySchemaValidationError {
  data?: unknown
  parentSchema?: {
    problem?: FieldProblems
    properties?: Record<string, { problem?: FieldProblems }>
    pattern?: string
    anyOf?: readonly { pattern?: string }[]
  }
}

const sentences: Record<string, Record<Language, string>> = {
  FIELD_REQUIRED: { en: 'This field is required.', fr: 'Ce champ est obligatoire.' },
  FIELD_TYPE: { en: 'This is not of the type {type}.', fr: 'Ceci n’est pas du type {type}.' },
  FIELD_UNKNOWN: { en: 'There is no such field here.', fr: 'Ce champ n’existe pas ici.' },
  FIELD_TOO_LONG: { en: 'At most {limit} characters.', fr: 'Au plus {limit} caractères.' },
  FIELD_TOO_SHORT: { en: 'At least {limit} characters.', fr: 'Au moins {limit} caractères.' },
  FIELD_TOO_MANY: { en: 'Too many items.', fr: 'Trop d’éléments.' },
  FIELD_TOO_FEW: { en: 'Too few items.', fr: 'Trop peu d’éléments.' },
  FIELD_ENUM: {
    en: 'Not one of the allowed values: {values}.',
    fr: 'Ne fait pas partie des valeurs admises : {values}.',
  },
  FIELD_RANGE: {
    en: 'The number must be {comparison} {limit}.',
    fr: 'Le nombre doit être {comparison} {limit}.',
  },
  FIELD_FORMAT: { en: 'Not of the expected form.', fr: 'Pas de la forme attendue.' },
  KEY_PRIVATE: {
    en: 'Holds a private or secret part. Send the public key only, and replace this one: it has left its place.',
    fr: 'Contient une partie privée ou secrète. N’envoyez que la clé publique, et remplacez celle-ci : elle a quitté son lieu sûr.',
  },
  KEY_KIND: {
    en: 'Not an RSA, EC P-256 or Ed25519 key.',
    fr: 'N’est pas une clé RSA, EC P-256 ou Ed25519.',
  },
  KEY_ALGORITHM: {
    en: 'Its alg or use does not fit a key that signs by RS256, PS256, ES256 or EdDSA.',
    fr: 'Son alg ou son use ne convient pas à une clé qui signe en RS256, PS256, ES256 ou EdDSA.',
  },
  KEY_ID: {
    en: 'Needs a kid of its own, up to 128 characters.',
    fr: 'Doit porter un kid qui lui soit propre, de 128 caractères au plus.',
  },
  KEY_SIZE: { en: 'RSA keys have 2048 to 8192 bits.', fr: 'Une clé RSA compte de 2048 à 8192 bits.' },
  KEY_UNREADABLE: { en: 'Cannot be read as a public key.', fr: 'Illisible en tant que clé publique.' },
  FIELD_CHARACTERS: {
    en: 'Contains a control character, a line break where there can be none, or a character that turns the direction of text.',
    fr: 'Contient un caractère de contrôle, un saut de ligne là où il n’en faut pas, ou un caractère qui change le sens du texte.',
  },
}

const byKeyword: Record<string, [code: string, kind: FieldFaultKind]> = {
  required: ['FIELD_REQUIRED', 'missing'],
  type: ['FIELD_TYPE', 'type'],
  additionalProperties: ['FIELD_UNKNOWN', 'invalid'],
  maxLength: ['FIELD_TOO_LONG', 'tooLong'],
  minLength: ['FIELD_TOO_SHORT', 'tooShort'],
  maxItems: ['FIELD_TOO_MANY', 'tooMany'],
  minItems: ['FIELD_TOO_FEW', 'tooFew'],
  enum: ['FIELD_ENUM', 'invalid'],
  const: ['FIELD_ENUM', 'invalid'],
  minimum: ['FIELD_RANGE', 'invalid'],
  maximum: ['FIELD_RANGE', 'invalid'],
  exclusiveMinimum: ['FIELD_RANGE', 'invalid'],
  exclusiveMaximum: ['FIELD_RANGE', 'invalid'],
}

export function fieldSentence(
  code: string,
  language: Language,
  params: Record<string, unknown> = {},
): string {
  const sentence = sentences[code] ?? sentences['FIELD_FORMAT']
  return (sentence?.[language] ?? '').replace(/\{(\w+)\}/g, (_, name: string) => displayText(params[name]))
}

function displayText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '…'
}

/** One fault with a code of its own is answered by that code; anything else by the list. */
export function validationProblem(
  faults: readonly FastifySchemaValidationError[],
  context: string,
  language: Language,
): AppError {
  const relevant = withoutBranches(faults as readonly SchemaFault[])
    .slice(0, 20)
    .map((fault) => describe(fault, context, language))
  const errors = relevant.map(({ field }) => field)
  const [first] = relevant
  const sole = first?.own !== undefined && relevant.every(({ own }) => own?.code === first.own?.code)
  return sole && first.own !== undefined
    ? new AppError(first.own.code, first.own.params, { errors })
    : new AppError('VALIDATION_FAILED', {}, { errors })
}

/** Of a union only the union itself is told: each branch's complaint would contradict the others. */
function withoutBranches(faults: readonly SchemaFault[]): readonly SchemaFault[] {
  const unions = faults.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')
  if (unions.length === 0) return faults
  return faults.filter(
    (fault) => !unions.some(({ schemaPath }) => fault.schemaPath.startsWith(`${schemaPath}/`)),
  )
}

interface DescribedFault {
  field: FieldFault
  own: { code: ProblemCode; params: Record<string, string | number> } | undefined
}

function describe(fault: SchemaFault, context: string, language: Language): DescribedFault {
  const [code, kind] = byKeyword[fault.keyword] ?? [
    hasUnfit(fault) ? 'FIELD_CHARACTERS' : 'FIELD_FORMAT',
    'invalid',
  ]
  const name = fault.params['missingProperty'] ?? fault.params['additionalProperty']
  const path = typeof name === 'string' ? `${fault.instancePath}/${escapePointer(name)}` : fault.instancePath
  const own = ownProblem(fault, kind)
  const message =
    own === undefined
      ? fieldSentence(code, language, { ...fault.params, values: allowedValues(fault) })
      : problemSentence(own.code, language, own.params)
  const where = context === 'body' ? { pointer: path } : { parameter: path.slice(1) }
  return { field: { ...where, code: own?.code ?? code, message }, own }
}

/** Of a text of one line, or of one that may be absent, which is a union. */
function hasUnfit({ parentSchema, data }: SchemaFault): boolean {
  const patterns = [parentSchema, ...(parentSchema?.anyOf ?? [])].map((schema) => schema?.pattern)
  const isLine = patterns.includes(linePattern) || patterns.includes(filledLinePattern)
  return isLine && typeof data === 'string' && unfitInLine.test(data)
}

function allowedValues(fault: SchemaFault): string {
  const allowed = fault.params['allowedValues'] ?? [fault.params['allowedValue']]
  return Array.isArray(allowed) ? allowed.map(String).join(', ') : ''
}

function ownProblem(fault: SchemaFault, kind: FieldFaultKind): DescribedFault['own'] {
  if (fault.keyword === 'additionalProperties') return undefined
  const missing = fault.params['missingProperty']
  const schema = typeof missing === 'string' ? fault.parentSchema?.properties?.[missing] : fault.parentSchema
  const problems = schema?.problem
  const code = problems?.[kind] ?? (kind === 'missing' ? undefined : problems?.invalid)
  if (code === undefined) return undefined
  const { limit } = fault.params
  return {
    code,
    params: { ...problems?.params, ...(typeof limit === 'number' && { [fault.keyword]: limit }) },
  }
}
