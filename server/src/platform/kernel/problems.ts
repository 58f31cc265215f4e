import type { Problem } from './problem-catalogue-entry.ts'
import { catalogue, type ProblemCode } from './problem-catalogue.ts'

export type { Problem } from './problem-catalogue-entry.ts'
export { catalogue, type ProblemCode } from './problem-catalogue.ts'

export type Language = 'en' | 'fr'
export type ProblemParams = Readonly<Record<string, string | number>>

export interface FieldFault {
  pointer?: string
  parameter?: string
  code: string
  message: string
}

export interface ProblemExtra {
  /** Further members of the answer, e.g. existingThirdpartyId, missing, hint; may also set retryable. */
  members?: Record<string, unknown>
  errors?: FieldFault[]
  headers?: Record<string, string>
  /** For the log only; never part of the answer. */
  cause?: unknown
}

export interface ProblemBody {
  type: string
  title: string
  status: number
  detail: string
  instance: string
  code: ProblemCode
  retryable: boolean
  errors?: FieldFault[]
  [member: string]: unknown
}

type Placeholders<S extends string> = S extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

/** The values a code's sentence needs; a code only known at run time takes any. */
export type ParamsOf<C extends ProblemCode> = [ProblemCode] extends [C]
  ? ProblemParams
  : Readonly<Record<Placeholders<(typeof catalogue)[C]['en']>, string | number>>

type Arguments<C extends ProblemCode> = [keyof ParamsOf<C>] extends [never]
  ? [params?: Record<never, never>, extra?: ProblemExtra]
  : string extends keyof ParamsOf<C>
    ? [params?: ProblemParams, extra?: ProblemExtra]
    : [params: ParamsOf<C>, extra?: ProblemExtra]

const maxFieldFaults = 20
// Clients may name their requests in other ways, and a URN must not lie about what it holds.
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export class AppError<C extends ProblemCode = ProblemCode> extends Error {
  readonly code: C
  readonly params: ProblemParams
  readonly members: Record<string, unknown> | undefined
  readonly errors: FieldFault[] | undefined
  readonly headers: Record<string, string> | undefined

  constructor(code: C, ...[params, extra]: Arguments<C>) {
    super(code, extra?.cause === undefined ? undefined : { cause: extra.cause })
    this.name = 'AppError'
    this.code = code
    this.params = params ?? {}
    this.members = extra?.members
    this.errors = extra?.errors
    this.headers = extra?.headers
  }

  get status(): number {
    return catalogue[this.code].status
  }
}

export function problemOf(code: ProblemCode): Problem {
  return catalogue[code]
}

export function problemBody(error: AppError, language: Language, requestId: string): ProblemBody {
  const problem = problemOf(error.code)
  return {
    retryable: problem.retryable,
    ...error.members,
    type: `/problems/${problemSlug(error.code)}`,
    title: problemTitle(error.code, language),
    status: problem.status,
    detail: problemSentence(error.code, language, error.params),
    instance: uuid.test(requestId) ? `urn:uuid:${requestId}` : `request:${requestId}`,
    code: error.code,
    ...(error.errors && { errors: error.errors.slice(0, maxFieldFaults) }),
  }
}

export function problemTitle(code: ProblemCode, language: Language): string {
  const { title, titleFr } = problemOf(code)
  return language === 'fr' ? addFrenchSpaces(titleFr) : title
}

export function problemSentence(code: ProblemCode, language: Language, params: ProblemParams = {}): string {
  const problem = problemOf(code)
  const sentences = problem.reasons?.[String(params['reason'])] ?? problem
  const template = language === 'fr' ? addFrenchSpaces(sentences.fr) : sentences.en
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? '…'))
}

// The catalogue is typed with ordinary spaces; French wants no-break ones around double punctuation.
function addFrenchSpaces(template: string): string {
  return template
    .replace(/ ([;?!])/g, '\u202f$1')
    .replace(/ ([:»])/g, '\u00a0$1')
    .replace(/« /g, '«\u00a0')
}

export function problemSlug(code: ProblemCode): string {
  return code.toLowerCase().replaceAll('_', '-')
}

export function problemFromSlug(slug: string): ProblemCode | null {
  if (!/^[a-z]+(-[a-z]+)*$/.test(slug)) return null
  const code = slug.toUpperCase().replaceAll('-', '_')
  return Object.hasOwn(catalogue, code) ? (code as ProblemCode) : null
}
