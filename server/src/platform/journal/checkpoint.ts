import {
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'

/** An event of the journal that a checkpoint vouches for. */
export interface CheckpointFacts {
  readonly seq: number
  readonly hash: Buffer
  /** When that event happened, not when the checkpoint was made. */
  readonly at: Date
}

/** The two journals an account has; the operator has the second alone. */
export const chainNames = ['EVENTS', 'ADMINISTRATION'] as const
export type ChainName = (typeof chainNames)[number]

/** One chain of the installation. */
export interface ChainKey {
  readonly accountId: number
  readonly chain: ChainName
}

export interface Checkpoint extends CheckpointFacts, ChainKey {
  readonly madeAt: Date
  readonly keyId: string
  /** Ed25519, 32 bytes. */
  readonly publicKey: Buffer
  /** Over the bytes of `checkpointText`. */
  readonly signature: Buffer
}

export interface CheckpointSigner {
  readonly keyId: string
  readonly publicKey: Buffer
  /** May take its time, and may fail: a key can live outside this process. Never called in a transaction. */
  sign(accountId: number, facts: CheckpointFacts): Promise<Buffer>
}

// What stands before the 32 bytes of a key in its standard forms (RFC 8410).
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')
const spkiHead = Buffer.from('302a300506032b6570032100', 'hex')

/** What a checkpoint's signature is made over. */
export function checkpointText(accountId: number, { seq, hash, at }: CheckpointFacts): string {
  return `vigie checkpoint|v1|${accountId}|${seq}|${hash.toString('hex')}|${at.getTime()}`
}

/** Derived from the installation's key: nothing more to store, and every process signs with the same one. */
export function createCheckpointSigner(secretKey: Uint8Array): CheckpointSigner {
  const seed = Buffer.from(hkdfSync('sha256', secretKey, '', 'vigie journal checkpoints', 32))
  return signerOfKey(
    createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' }),
  )
}

/** Signs with a key of its own, so that whoever learns the installation's key can sign no checkpoint. */
export function signerOfPem(pem: string): CheckpointSigner {
  return signerOfKey(requireEd25519(createPrivateKey(pem)))
}

function signerOfKey(key: KeyObject): CheckpointSigner {
  const publicKey = rawKey(createPublicKey(key))
  return {
    keyId: keyIdOf(publicKey),
    publicKey,
    sign: async (accountId, facts) => sign(null, Buffer.from(checkpointText(accountId, facts)), key),
  }
}

/** By the key it names; whether that key is to be believed is another question. */
export function signatureHolds(checkpoint: Checkpoint): boolean {
  const { accountId, keyId, publicKey, signature } = checkpoint
  if (publicKey.length !== 32 || keyIdOf(publicKey) !== keyId) return false
  return isSignedBy(publicKey, checkpointText(accountId, checkpoint), signature)
}

export function isSignedBy(publicKey: Buffer, text: string, signature: Buffer): boolean {
  const key = createPublicKey({ key: Buffer.concat([spkiHead, publicKey]), format: 'der', type: 'spki' })
  return verify(null, Buffer.from(text), key, signature)
}

export function keyIdOf(publicKey: Buffer): string {
  return createHash('sha256').update(spkiHead).update(publicKey).digest('hex').slice(0, 16)
}

export function publicKeyPem(publicKey: Buffer): string {
  const body = Buffer.concat([spkiHead, publicKey]).toString('base64')
  return `-----BEGIN PUBLIC KEY-----\n${body}\n-----END PUBLIC KEY-----\n`
}

/** The key ids of all Ed25519 keys in a PEM file. */
export function keyIdsIn(pem: string): string[] {
  const blocks = pem.match(/-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g) ?? []
  return blocks.map((block) => keyIdOf(publicKeyOfPem(block)))
}

/** The 32 bytes of the first public key of a PEM text. */
export function publicKeyOfPem(pem: string): Buffer {
  return rawKey(requireEd25519(createPublicKey(pem)))
}

function requireEd25519(key: KeyObject): KeyObject {
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('Checkpoints are signed with Ed25519 keys only.')
  return key
}

function rawKey(key: KeyObject): Buffer {
  return key.export({ format: 'der', type: 'spki' }).subarray(spkiHead.length)
}
