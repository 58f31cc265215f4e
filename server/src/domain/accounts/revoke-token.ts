import type { Db, Tx } from '../../platform/db/index.ts'
import type { Authenticator } from './authenticator.ts'
import { verifyOwnToken, type TokenDeps, type VerifiedClaims } from './access-token.ts'
import { endSession, revokeMark, sessionMark, sessionOfToken } from './sessions.ts'
import { leewaySeconds, readTokenHead } from './token-rules.ts'

export type RevokeDeps = TokenDeps & { readonly db: Db; readonly authenticator: Authenticator }

/**
 * Ends one access token, here and in every other process. `record` tells of it in the same transaction.
 */
export async function revokeAccessToken(
  deps: RevokeDeps,
  { jti, expiresAt }: Pick<VerifiedClaims, 'jti' | 'expiresAt'>,
  record?: (tx: Tx) => void,
): Promise<void> {
  const until = new Date(expiresAt.getTime() + leewaySeconds * 1000)
  await deps.db.system(async (tx) => {
    await revokeMark(tx, jti, until)
    record?.(tx)
  })
  deps.authenticator.forget(jti)
}

/** Ends the session a refresh token belongs to. False when there is none. */
export async function revokeRefreshToken(deps: RevokeDeps, refreshToken: string): Promise<boolean> {
  const session = await deps.db.system(async (tx) => {
    const found = await sessionOfToken(tx, refreshToken)
    if (found !== null) await endSession(tx, deps.clock, found, 'SIGNED_OUT')
    return found
  })
  if (session !== null) deps.authenticator.forget(sessionMark(session))
  return session !== null
}

/** The claims of one of our tokens, or null for anything else, expired tokens included. */
export async function readOwnToken(deps: TokenDeps, token: string): Promise<VerifiedClaims | null> {
  try {
    return await verifyOwnToken(deps, token, readTokenHead(token))
  } catch {
    return null
  }
}
