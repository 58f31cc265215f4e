import { AppError, type ProblemCode, unfitInText } from '../kernel/index.ts'
import type { Coercion, RoutePlan } from './types.ts'

interface QueryFault {
  code: Extract<ProblemCode, 'PARAMETER_REPEATED' | 'REQUEST_MALFORMED'>
  parameter: string
}

const fault = Symbol('fault of the query string')
type Query = Record<string, unknown> & { [fault]?: QueryFault }

/**
 * Called by the router, where throwing would end the process: a fault is noted and answered later, in its
 * turn among the checks.
 */
export function parseQueryString(text: string): Record<string, unknown> {
  const query: Query = Object.create(null) as Query
  if (text === '') return query
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const cut = pair.indexOf('=')
    const name = decodeComponent(cut < 0 ? pair : pair.slice(0, cut))
    const value = decodeComponent(cut < 0 ? '' : pair.slice(cut + 1))
    if (name === null || value === null) query[fault] ??= { code: 'REQUEST_MALFORMED', parameter: '' }
    else if (name in query) query[fault] ??= { code: 'PARAMETER_REPEATED', parameter: name.slice(0, 100) }
    else query[name] = value
  }
  return query
}

function decodeComponent(text: string): string | null {
  if (!text.includes('%') && !text.includes('+')) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}

export function checkQuery(query: unknown, plan: Pick<RoutePlan, 'query' | 'openQuery'>): void {
  const given = query as Query
  const found = given[fault]
  if (found?.code === 'REQUEST_MALFORMED') throw new AppError('REQUEST_MALFORMED')
  if (found !== undefined) throw parameterProblem('PARAMETER_REPEATED', found.parameter)
  for (const name in given) {
    const coercion = plan.query.get(name) ?? 'text'
    if (!plan.openQuery && !plan.query.has(name))
      throw parameterProblem('PARAMETER_UNKNOWN', name.slice(0, 100))
    const text = String(given[name])
    checkText(name, text)
    if (coercion !== 'text') given[name] = coerceParameter(text, coercion)
  }
}

function parameterProblem(code: 'PARAMETER_REPEATED' | 'PARAMETER_UNKNOWN', parameter: string): AppError {
  return new AppError(code, { parameter }, { members: { parameter } })
}

/** Path parameters that stand for ids: anything else than digits cannot be one. */
export function checkParams(params: unknown, known: ReadonlyMap<string, Coercion>): void {
  const given = params as Record<string, unknown>
  for (const [name, coercion] of known) {
    const text = String(given[name])
    if (coercion !== 'integer') {
      checkText(name, text)
      continue
    }
    // An address that ends in a slash names nothing: it is no wrong id.
    if (text === '') throw new AppError('ROUTE_NOT_FOUND')
    const id = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
    if (!Number.isSafeInteger(id)) throw new AppError('ID_INVALID', {}, { members: { parameter: name } })
    given[name] = id
  }
}

function checkText(name: string, text: string): void {
  if (!unfitInText.test(text)) return
  const errors = [{ parameter: name, code: 'FIELD_CHARACTERS', message: '' }]
  throw new AppError('VALIDATION_FAILED', {}, { errors })
}

/** Text that is not of the kind stays as it is, for the schema to refuse it. */
function coerceParameter(text: string, kind: Coercion): unknown {
  if (kind === 'list') return text === '' ? [] : text.split(',')
  if (kind === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  const written = kind === 'integer' ? /^-?\d{1,16}$/ : /^-?\d{1,15}(\.\d{1,15})?$/
  return written.test(text) ? Number(text) : text
}
