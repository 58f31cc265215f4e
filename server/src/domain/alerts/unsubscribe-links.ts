import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Language } from '../../platform/kernel/index.ts'

/** Keeps a MAC made here from being valid anywhere else the same secret might serve. */
const domain = 'vigie-alerts-v1\n'

/** What writing to people needs to know of the installation. */
export interface AlertMailSettings {
  /** Where links lead. */
  readonly publicUrl: string
  /** Signs the links by which people unsubscribe. */
  readonly secret: Uint8Array
}

interface Reader {
  readonly accountId: number
  readonly userId: number
}

const label: Record<Language, string> = {
  en: 'No more mails of alerts',
  fr: 'Ne plus recevoir d’alertes par mail',
}

/** How a mail lets its reader end such mails: in one click of the mail program (RFC 8058), or by a page. */
export function buildAlertLinks(
  { accountId, userId, email, language }: Reader & { readonly email: string; readonly language: Language },
  { publicUrl, secret }: AlertMailSettings,
): { headers: Record<string, string>; footerLink: { label: string; url: string } } {
  const payload = Buffer.from(JSON.stringify([accountId, userId])).toString('base64url')
  const url = `${publicUrl}/alerts/unsubscribe?token=${payload}.${macOf(secret, payload, email)}`
  return {
    headers: { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    footerLink: { label: label[language], url },
  }
}

/** Whom a token names, before anybody knows that it is genuine. */
export function readerOfToken(token: string): Reader | null {
  try {
    const read: unknown = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())
    if (!Array.isArray(read)) return null
    const [accountId, userId] = read as unknown[]
    return isNumber(accountId) && isNumber(userId) ? { accountId, userId } : null
  } catch {
    return null
  }
}

/** With the address inside: whoever has the mailbox after them gets no say by an old mail. */
export function isAlertToken(token: string, email: string, secret: Uint8Array): boolean {
  const [payload = '', given = '', ...rest] = token.split('.')
  const expected = Buffer.from(macOf(secret, payload, email))
  const mac = Buffer.from(given)
  return rest.length === 0 && mac.length === expected.length && timingSafeEqual(mac, expected)
}

const isNumber = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

function macOf(secret: Uint8Array, payload: string, email: string): string {
  return createHmac('sha256', secret).update(`${domain}${payload}\n${email}`).digest('base64url')
}
