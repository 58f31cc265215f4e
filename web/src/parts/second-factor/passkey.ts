import type { PasskeyAnswer, PasskeyQuestion } from '../../api/index.ts'
import { PasskeyError, type Body } from '../../api/index.ts'

type NewPasskey = Body<'confirmPasskey'>['credential']
type Options = PasskeyQuestion['options']

export const canUsePasskeys = (): boolean => 'PublicKeyCredential' in window

// Fetched when it is first used: most people sign in without it.
const library = () => import('@simplewebauthn/browser')

function giveUp(error: unknown): never {
  throw new PasskeyError(error)
}

/** Has the browser sign what the server asks. */
export async function signWithPasskey(options: Options): Promise<PasskeyAnswer> {
  const { startAuthentication } = await library()
  const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON']
  return (await startAuthentication({ optionsJSON }).catch(giveUp)) as unknown as PasskeyAnswer
}

export async function createPasskey(options: Options): Promise<NewPasskey> {
  const { startRegistration } = await library()
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON']
  return (await startRegistration({ optionsJSON }).catch(giveUp)) as unknown as NewPasskey
}
