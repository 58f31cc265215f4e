import { common } from './common.ts'
import { notFound } from './not-found.ts'
import { proof } from './proof.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'

/** What the door says. */
export const entrance = {
  common,
  notFound,
  proof,
  shell,
  signIn,
}
