import { jwtVerify, SignJWT } from 'jose'
import type { Db, Tx } from '../../platform/db/index.ts'
import { AppError, type Clock } from '../../platform/kernel/index.ts'
import { hashPassword } from './password-hash.ts'
import { minPasswordLength, passwordFault } from './password-rules.ts'
import { deriveKey } from './secrets.ts'
import { endSessionsOfUser } from './sessions.ts'

const linkType = 'set-password+jwt'
const linkSeconds = 7 * 24 * 60 * 60

export interface PasswordLinks {
  /** Good once: it names the user's present version, which setting a password raises. */
  issue(user: { userId: number; version: number }): Promise<string>
  read(token: string): Promise<{ userId: number; version: number } | null>
}

export function createPasswordLinks(secretKey: Uint8Array, clock: Clock): PasswordLinks {
  const key = deriveKey(secretKey, 'set-password links')
  return {
    issue({ userId, version }) {
      const issuedAt = Math.floor(clock.now().getTime() / 1000)
      return new SignJWT({ sub: String(userId), ver: version, exp: issuedAt + linkSeconds })
        .setProtectedHeader({ alg: 'HS256', typ: linkType })
        .sign(key)
    },
    async read(token) {
      if (token.length > 1_000) return null
      const options = {
        algorithms: ['HS256'],
        typ: linkType,
        currentDate: clock.now(),
        requiredClaims: ['exp'],
      }
      const verified = await jwtVerify(token, key, options).catch(() => null)
      if (!verified) return null
      return { userId: Number(verified.payload.sub), version: Number(verified.payload['ver']) }
    },
  }
}

/** The token goes in the fragment, which browsers keep out of requests, hence out of logs. */
export function passwordLink(publicUrl: string, token: string): string {
  return `${publicUrl}/app/set-password#token=${token}`
}

/** The hash of a password that keeps the rules; PASSWORD_TOO_WEAK otherwise. */
export async function acceptPassword(password: string, email: string): Promise<string> {
  if (passwordFault(password, email) !== null) {
    throw new AppError('PASSWORD_TOO_WEAK', { minLength: minPasswordLength })
  }
  return hashPassword(password)
}

/** Ends every session and token of the person: whoever knew the former password is out. */
export async function replacePassword(tx: Tx, userId: number, passwordHash: string): Promise<void> {
  await tx
    .updateTable('app_user')
    .set((eb) => ({
      password_hash: passwordHash,
      token_version: eb('token_version', '+', 1),
      updated_at: eb.fn<Date>('now', []),
    }))
    .where('user_id', '=', userId)
    .execute()
  await endSessionsOfUser(tx, userId, 'PASSWORD')
}

export async function setPasswordByLink(
  deps: { db: Db; links: PasswordLinks },
  command: { token: string; password: string },
): Promise<{ userId: number }> {
  const link = await deps.links.read(command.token)
  const known = link && (await deps.db.system((tx) => personOfLink(tx, link)))
  if (!known) throw new AppError('INVITATION_INVALID')
  const passwordHash = await acceptPassword(command.password, known.email)
  await deps.db.system(async (tx) => {
    // Looked up again, locked: the link may have been used while the hash was made.
    if (!(await personOfLink(tx, link))) throw new AppError('INVITATION_INVALID')
    await replacePassword(tx, link.userId, passwordHash)
  })
  return { userId: link.userId }
}

function personOfLink(tx: Tx, link: { userId: number; version: number }) {
  return tx
    .selectFrom('app_user')
    .select('email')
    .where('user_id', '=', link.userId)
    .where('token_version', '=', link.version)
    .where('active', '=', true)
    .forUpdate()
    .executeTakeFirst()
}
