import { domainToASCII } from 'node:url'
import { AppError } from '../../platform/kernel/index.ts'

const shape = /^[^\s@"<>()[\]\\,;:\p{C}]{1,64}@[^\s@"<>()[\]\\,;:]+\.[^\s@"<>()[\]\\,;:.]{2,}$/u

/**
 * The form under which an address is stored, compared and written to. Letters that only look different to a
 * computer are one: whatever was typed, a mail goes to the address that is compared, never to a likeness of it.
 */
export function normalEmail(text: string): string {
  const email = comparableEmail(text)
  if (email.length > 254 || !shape.test(email) || email.includes('..')) throw new AppError('EMAIL_INVALID')
  return email
}

/** The same for text that may be no address at all, such as what somebody typed to sign in. */
export function comparableEmail(text: string): string {
  const folded = text.trim().normalize('NFKC').toLowerCase()
  const at = folded.lastIndexOf('@')
  if (at < 0) return folded
  return `${folded.slice(0, at)}@${domainToASCII(folded.slice(at + 1))}`
}
