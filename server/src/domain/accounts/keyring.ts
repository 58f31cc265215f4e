import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'
import type { Clock } from '../../platform/kernel/index.ts'
import { accessTokenAlgorithm, clientTokenSeconds, leewaySeconds } from './token-rules.ts'
import { deriveKey, seal, unseal } from './secrets.ts'

export interface Keyring {
  signer(): Promise<{ kid: string; key: CryptoKey }>
  verifier(kid: string): Promise<CryptoKey | null>
  publicKeys(): Promise<JWK[]>
  /**
   * A new key signs from now on; the former verifies until the last token it made is over. `record` tells of it in
   * the same transaction.
   */
  rotate(record?: (tx: Tx, kid: string) => void): Promise<{ kid: string }>
}

interface LoadedKey {
  kid: string
  publicJwk: JWK
  publicKey: CryptoKey
  privateKey: CryptoKey | null
}

export const sealingPurpose = 'signing keys'
const refreshMs = 30_000
const unknownKidPauseMs = 1_000
// Another process may go on signing with the former key until its own copy is refreshed.
const formerKeyMs = (clientTokenSeconds + leewaySeconds) * 1000 + 4 * refreshMs

export function createKeyring(deps: { db: Db; clock: Clock; secretKey: Uint8Array }): Keyring {
  const { db, clock } = deps
  const sealingKey = deriveKey(deps.secretKey, sealingPurpose)
  let loaded: { keys: LoadedKey[]; at: number } | null = null
  let loading: Promise<LoadedKey[]> | null = null

  const load = (): Promise<LoadedKey[]> => {
    loading ??= readKeys(db, clock, sealingKey)
      .then((keys) => {
        loaded = { keys, at: clock.now().getTime() }
        return keys
      })
      .finally(() => {
        loading = null
      })
    return loading
  }
  const keysYoungerThan = (maxAgeMs: number): Promise<LoadedKey[]> => {
    const age = loaded ? clock.now().getTime() - loaded.at : Infinity
    return loaded && age >= 0 && age < maxAgeMs ? Promise.resolve(loaded.keys) : load()
  }
  return {
    async signer() {
      for (const key of await keysYoungerThan(refreshMs)) {
        if (key.privateKey) return { kid: key.kid, key: key.privateKey }
      }
      throw new Error('No signing key is in use, though one was just made sure of.')
    },
    async verifier(kid) {
      const find = (keys: LoadedKey[]) => keys.find((key) => key.kid === kid)?.publicKey
      const known = find(await keysYoungerThan(refreshMs))
      // Perhaps another process has just rotated; the pause keeps forged kids from loading the database.
      return known ?? find(await keysYoungerThan(unknownKidPauseMs)) ?? null
    },
    async publicKeys() {
      return (await keysYoungerThan(refreshMs)).map((key) => key.publicJwk)
    },
    async rotate(record) {
      const created = await makeKey(sealingKey)
      await db.system(async (tx) => {
        await replaceSigner(tx, clock, created)
        record?.(tx, created.kid)
      })
      // A load begun before the change would answer with the former keys.
      await loading?.catch(() => undefined)
      await load()
      return { kid: created.kid }
    },
  }
}

type NewKey = Awaited<ReturnType<typeof makeKey>>

async function makeKey(sealingKey: Uint8Array) {
  const pair = await generateKeyPair(accessTokenAlgorithm, { crv: 'Ed25519', extractable: true })
  const kid = randomBytes(12).toString('base64url')
  const publicJwk = { ...(await exportJWK(pair.publicKey)), kid, alg: accessTokenAlgorithm, use: 'sig' }
  const privateJwk = Buffer.from(JSON.stringify(await exportJWK(pair.privateKey)))
  return { kid, publicJwk, sealed: seal(sealingKey, kid, privateJwk) }
}

async function lockKeys(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('vigie signing key', 0))`.execute(tx)
}

async function insertKey(tx: Tx, clock: Clock, created: NewKey): Promise<void> {
  await tx
    .insertInto('signing_key')
    .values({
      kid: created.kid,
      algorithm: accessTokenAlgorithm,
      public_jwk: JSON.stringify(created.publicJwk),
      sealed_private_jwk: created.sealed,
      created_at: clock.now(),
    })
    .execute()
}

async function replaceSigner(tx: Tx, clock: Clock, created: NewKey): Promise<void> {
  await lockKeys(tx)
  const now = clock.now()
  await tx.deleteFrom('signing_key').where('verifies_until', '<', now).execute()
  await tx
    .updateTable('signing_key')
    .set({ signs_until: now, verifies_until: new Date(now.getTime() + formerKeyMs) })
    .where('signs_until', 'is', null)
    .execute()
  await insertKey(tx, clock, created)
}

/** Whether this secret key is the one a signing key was sealed with. */
export function opensSigningKey(secretKey: Uint8Array): (kid: string, sealed: Buffer) => boolean {
  const sealingKey = deriveKey(secretKey, sealingPurpose)
  return (kid, sealed) => unseal(sealingKey, kid, sealed) !== null
}

/** The keys still good for something; the first start finds none and makes one, once for all processes. */
async function readKeys(db: Db, clock: Clock, sealingKey: Uint8Array): Promise<LoadedKey[]> {
  const rows = await db.system((tx) => selectKeys(tx, clock))
  if (rows.some((row) => row.signs_until === null)) {
    return Promise.all(rows.map((row) => openKey(row, sealingKey)))
  }
  const created = await makeKey(sealingKey)
  const afterwards = await db.system(async (tx) => {
    await lockKeys(tx)
    const found = await selectKeys(tx, clock)
    if (found.some((row) => row.signs_until === null)) return found
    await insertKey(tx, clock, created)
    return selectKeys(tx, clock)
  })
  return Promise.all(afterwards.map((row) => openKey(row, sealingKey)))
}

function selectKeys(tx: Tx, clock: Clock) {
  return tx
    .selectFrom('signing_key')
    .select(['kid', 'public_jwk', 'sealed_private_jwk', 'signs_until'])
    .where((eb) => eb.or([eb('verifies_until', 'is', null), eb('verifies_until', '>', clock.now())]))
    .orderBy('created_at', 'desc')
    .execute()
}

type KeyRow = Awaited<ReturnType<typeof selectKeys>>[number]

async function openKey(row: KeyRow, sealingKey: Uint8Array): Promise<LoadedKey> {
  const publicJwk = row.public_jwk as JWK
  const publicKey = (await importJWK(publicJwk, accessTokenAlgorithm)) as CryptoKey
  if (row.signs_until !== null) return { kid: row.kid, publicJwk, publicKey, privateKey: null }
  const plain = unseal(sealingKey, row.kid, row.sealed_private_jwk)
  if (!plain) {
    throw new Error(
      'The signing key in the database was sealed with another secret key. Give this process the secret key ' +
        'of the installation, or rotate the signing keys.',
    )
  }
  const privateJwk = JSON.parse(plain.toString()) as JWK
  const privateKey = (await importJWK(privateJwk, accessTokenAlgorithm)) as CryptoKey
  return { kid: row.kid, publicJwk, publicKey, privateKey }
}
