import { commonPasswords } from './common-passwords.ts'

export const minPasswordLength = 12
export const maxPasswordLength = 200

/** Null when the password will do, else why not. Length counts characters as a person sees them typed. */
export function passwordFault(
  password: string,
  email: string,
): 'SHORT' | 'LONG' | 'COMMON' | 'E_MAIL' | null {
  const length = [...password].length
  if (length < minPasswordLength) return 'SHORT'
  if (length > maxPasswordLength) return 'LONG'
  const folded = password.toLowerCase()
  if (commonPasswords.has(folded) || isMonotonous(folded)) return 'COMMON'
  const localPart = email.toLowerCase().split('@')[0] ?? ''
  // A local part of one or two letters is found in almost any text.
  return localPart.length >= 3 && folded.includes(localPart) ? 'E_MAIL' : null
}

/** The same few characters over and over, or one pattern repeated: long, yet the first thing tried. */
function isMonotonous(password: string): boolean {
  return new Set(password).size < 5 || /^(.{1,6})\1+$/.test(password)
}
