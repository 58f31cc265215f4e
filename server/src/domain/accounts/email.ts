import { AppError } from '../../platform/kernel/index.ts'

const shape = /^[^\s@"<>()[\]\\,;:]{1,64}@[^\s@"<>()[\]\\,;:]+\.[^\s@"<>()[\]\\,;:.]{2,}$/

/** The form under which an address is stored and compared. */
export function normalEmail(text: string): string {
  const email = text.trim().toLowerCase()
  if (email.length > 254 || !shape.test(email) || email.includes('..')) throw new AppError('EMAIL_INVALID')
  return email
}
