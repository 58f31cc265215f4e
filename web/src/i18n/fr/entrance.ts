import { common } from './common.ts'
import { invitation } from './invitation.ts'
import { notFound } from './not-found.ts'
import { proof } from './proof.ts'
import { setPassword } from './set-password.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'

/** What the door says. */
export const entrance = {
  common,
  invitation,
  notFound,
  proof,
  setPassword,
  shell,
  signIn,
}
