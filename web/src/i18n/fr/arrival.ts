import { invitation } from './invitation.ts'
import { setPassword } from './set-password.ts'

/** What is said to whoever comes by a mailed link. */
export const arrival = {
  invitation,
  setPassword,
}
