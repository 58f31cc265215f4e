import { AppError } from '../../platform/kernel/index.ts'
import { normalEmail } from '../accounts/index.ts'

/** Beyond the shape of an address: nothing that is not seen, which would only mislead who reads it. */
export function mailAddress(text: string): string {
  if (/\p{C}/u.test(text)) throw new AppError('EMAIL_INVALID')
  return normalEmail(text)
}
