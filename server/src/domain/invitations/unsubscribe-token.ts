import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Language } from '../../platform/kernel/index.ts'
import type { InvitationSettings } from './settings.ts'

/** Keeps a MAC made here from being valid anywhere else the same secret might serve. */
const domain = 'vigie-unsubscribe-v1\n'

export interface Subscriber {
  readonly accountId: number
  readonly contactId: number
}

interface TokenSubject {
  readonly contactId: number
  readonly email: string
  readonly language: Language
}

/** How a mail lets its reader end such mails: in one click of the mail program (RFC 8058), or by a page. */
export function buildUnsubscribeLinks(
  { accountId }: { accountId: number },
  { contactId, email, language }: TokenSubject,
  { publicUrl, secret }: InvitationSettings,
): { headers: Record<string, string>; footerLink: { label: string; url: string } } {
  const payload = Buffer.from(JSON.stringify([accountId, contactId])).toString('base64url')
  const url = `${publicUrl}/portal/unsubscribe?token=${payload}.${macOf(secret, payload, email)}`
  return {
    headers: { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    footerLink: { label: label[language], url },
  }
}

const label: Record<Language, string> = {
  en: 'No more reminders',
  fr: 'Ne plus recevoir de rappels',
}

/** Whom a token names, before anybody knows that it is genuine. */
export function subscriberOf(token: string): Subscriber | null {
  try {
    const read: unknown = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())
    if (!Array.isArray(read)) return null
    const [accountId, contactId] = read as unknown[]
    return isId(accountId) && isId(contactId) ? { accountId, contactId } : null
  } catch {
    return null
  }
}

/** With the address inside: whoever has the mailbox after them gets no say by an old mail. */
export function isGenuine(token: string, email: string, secret: Uint8Array): boolean {
  const [payload = '', given = '', ...rest] = token.split('.')
  const expected = Buffer.from(macOf(secret, payload, email))
  const mac = Buffer.from(given)
  return rest.length === 0 && mac.length === expected.length && timingSafeEqual(mac, expected)
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

function macOf(secret: Uint8Array, payload: string, email: string): string {
  return createHmac('sha256', secret).update(`${domain}${payload}\n${email}`).digest('base64url')
}
