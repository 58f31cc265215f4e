import type { HttpRequest } from './settings.ts'

/** What is known of a company that a provider can be asked by. */
export interface CompanyIdentifiers {
  readonly siren: string | null
  readonly siret: string | null
  readonly vatNumber: string | null
  readonly duns: string | null
  readonly lei: string | null
  readonly name: string | null
  readonly countryCode: string | null
}

const fields = ['siren', 'siret', 'vatNumber', 'duns', 'lei', 'name', 'countryCode'] as const
const braces = /\{([^{}]*)\}/g

const placeholderNames = (template: string) => [...template.matchAll(braces)].map(([, name = '']) => name)

/** Whether the address is one the operator allows; accounts must not lead the service into its own network. */
export function isAllowedUrl(baseUrl: string, allowedOrigins: readonly string[]): boolean {
  if (!URL.canParse(baseUrl)) return false
  const { origin, username, password, search, hash } = new URL(baseUrl)
  return allowedOrigins.includes(origin) && [username, password, search, hash].every((part) => part === '')
}

/** What is wrong with the words in braces, if anything. */
export function templateFault({ path, query }: HttpRequest): string | null {
  const used = [path, ...Object.values(query)].flatMap(placeholderNames)
  const unknown = used.find((name) => !(fields as readonly string[]).includes(name))
  if (unknown !== undefined) return `{${unknown.slice(0, 40)}} is not one of ${fields.join(', ')}`
  return used.some((name) => name !== 'countryCode') ? null : 'nothing tells which company is meant'
}

/** Null for a company that lacks what the question needs. */
export function fillRequest(
  { path, query }: HttpRequest,
  company: CompanyIdentifiers,
): { path: string; query: Record<string, string> } | null {
  const used = [path, ...Object.values(query)].flatMap(placeholderNames)
  const known = company as unknown as Record<string, string | null>
  if (used.some((name) => (known[name] ?? null) === null)) return null
  const fillTemplate = (template: string, encode: (text: string) => string) =>
    template.replace(braces, (_, name: string) => encode(known[name] ?? ''))
  return {
    path: fillTemplate(path, encodeURIComponent),
    query: Object.fromEntries(
      Object.entries(query).map(([name, value]) => [name, fillTemplate(value, (text) => text)]),
    ),
  }
}
