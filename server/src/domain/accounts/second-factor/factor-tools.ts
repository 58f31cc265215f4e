import { createHmac } from 'node:crypto'
import type { ReadTx } from '../../../platform/db/index.ts'
import { deriveKey } from '../secrets.ts'
import type { FactorKind } from '../access.queries.ts'

/** Keys and names that second factors need; none of them is in the database. */
export interface FactorTools {
  readonly totpKey: Uint8Array
  /** Recovery codes are short enough to be tried out, so their hashes take a key the database does not hold. */
  hashRecoveryCode(userId: number, code: string): Buffer
  /** What an authenticator calls the person: always the same, and telling nothing about them. */
  userHandle(userId: number): Uint8Array<ArrayBuffer>
  /** The host passkeys are bound to, and the origin they must be used from. */
  readonly rpId: string
  readonly origin: string
}

export const totpPurpose = 'authenticator secrets'

export function createFactorTools(secretKey: Uint8Array, publicUrl: string): FactorTools {
  const recoveryKey = deriveKey(secretKey, 'recovery codes')
  const handleKey = deriveKey(secretKey, 'passkey user handles')
  const { hostname, origin } = new URL(publicUrl)
  return {
    totpKey: deriveKey(secretKey, totpPurpose),
    hashRecoveryCode: (userId, code) =>
      createHmac('sha256', recoveryKey).update(`${userId}:${code}`).digest(),
    userHandle: (userId) => new Uint8Array(createHmac('sha256', handleKey).update(String(userId)).digest()),
    rpId: hostname,
    origin,
  }
}

export interface Factor {
  readonly factorId: number
  readonly kind: FactorKind
  readonly name: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly sealedSecret: Buffer | null
  readonly lastStep: number | null
  readonly credentialId: string | null
  readonly publicKey: Buffer | null
  readonly signCount: number
  readonly transports: readonly string[]
  /** What the authenticator calls the owner, where that is not what the present key makes of them. */
  readonly userHandle: Buffer | null
}

function selectFactors(tx: ReadTx) {
  return tx.selectFrom('second_factor').selectAll().orderBy('factor_id')
}
type Row = Awaited<ReturnType<ReturnType<typeof selectFactors>['execute']>>[number]

export async function factorsOf(tx: ReadTx, userId: number): Promise<Factor[]> {
  return (await selectFactors(tx).where('user_id', '=', userId).execute()).map(asFactor)
}

export async function findPasskey(
  tx: ReadTx,
  credentialId: string,
): Promise<{ userId: number; factor: Factor } | null> {
  const row = await selectFactors(tx).where('credential_id', '=', credentialId).executeTakeFirst()
  return row ? { userId: row.user_id, factor: asFactor(row) } : null
}

function asFactor(row: Row): Factor {
  return {
    factorId: row.factor_id,
    kind: row.kind as FactorKind,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    sealedSecret: row.sealed_secret,
    lastStep: row.last_step,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    signCount: row.sign_count ?? 0,
    transports: row.transports ?? [],
    userHandle: row.user_handle,
  }
}
