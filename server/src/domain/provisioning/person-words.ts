import { normalEmail } from '../accounts/index.ts'
import { AppError, type Language } from '../../platform/kernel/index.ts'
import type { Resource } from './protocol/read-resource.ts'
import { invalidValue, quote } from './protocol/scim-error.ts'

/** What the product itself needs to know of somebody. */
export interface PersonWords {
  readonly email: string
  readonly name: string
  readonly language: Language
}

interface Email {
  readonly value?: string
  readonly type?: string
  readonly primary?: boolean
}

export function personWords(resource: Resource): PersonWords {
  return { email: emailOf(resource), name: nameOf(resource), language: languageOf(resource) }
}

/** The primary address, else that for work, else the first, else the user name where it is one. */
function emailOf(resource: Resource): string {
  const emails = ((resource['emails'] ?? []) as Email[]).filter(({ value }) => value)
  const chosen =
    emails.find(({ primary }) => primary) ??
    emails.find(({ type }) => type?.toLowerCase() === 'work') ??
    emails[0]
  const address = chosen?.value ?? String(resource['userName'])
  try {
    return normalEmail(address)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw invalidValue(`${quote(address)} is no e-mail address: send one in emails, or as the userName.`)
  }
}

const maxName = 200

function nameOf(resource: Resource): string {
  const { formatted, givenName, familyName } = (resource['name'] ?? {}) as Record<string, string | undefined>
  const parts = [givenName, familyName].filter((part) => part).join(' ')
  const { displayName, userName } = resource as Record<string, string | undefined>
  const given = [displayName, formatted, parts, userName].map((one) => one?.trim() ?? '')
  const name = given.find((one) => one !== '') ?? '-'
  return name.slice(0, maxName).trim()
}

function languageOf(resource: Resource): Language {
  const wanted = resource['preferredLanguage'] ?? resource['locale']
  return typeof wanted === 'string' && /^fr\b/i.test(wanted.replace('_', '-')) ? 'fr' : 'en'
}
