import { createHash } from 'node:crypto'
import { signatureHolds, type CheckpointSigner } from '../../platform/journal/index.ts'

export interface ChainEnd {
  readonly seq: number
  /** Hexadecimal. */
  readonly hash: string
}

/** What is left of an account: numbers, times and digests, and nobody's name. */
export interface DeletionFacts {
  readonly format: 'vigie-deletion-proof/1'
  readonly accountId: number
  readonly askedAt: string
  readonly askedBy: { readonly type: string; readonly id: number | null }
  readonly begunAt: string
  readonly deletedAt: string
  /** Rows, by table. */
  readonly tables: Readonly<Record<string, number>>
  readonly files: { readonly count: number; readonly bytes: number }
  readonly jobs: number
  /** Where its journals stood: nothing was written to them after that. */
  readonly journal: ChainEnd | null
  readonly administration: ChainEnd | null
  readonly remains: readonly string[]
}

export interface DeletionProof {
  readonly proof: DeletionFacts
  readonly keyId: string
  /** Ed25519, hexadecimal, as the signature. */
  readonly publicKey: string
  readonly signature: string
}

/** What nobody can delete from here, and why. */
export const remains = [
  'Backups hold the account until they expire. A restored copy is compared with this proof: vigie restore release --deleted.',
  'Checkpoints that left this installation (files, anchors, time stamps) hold digests, and no data of the account.',
  'Mails and webhook messages that were delivered are with their receivers.',
  'The administration journal of the operator keeps that the account existed and was deleted, by its number.',
]

/** The digest is made under a name of its own, so that no checkpoint can pass for a proof, nor the other way round. */
function factsToSign(proof: DeletionFacts) {
  const hash = createHash('sha256')
    .update(`vigie deletion proof|v1|${JSON.stringify(proof)}`)
    .digest()
  return { seq: proof.journal?.seq ?? 0, hash, at: new Date(proof.deletedAt) }
}

/** By the key that signs checkpoints: whoever verifies those knows it already. */
export async function signDeletion(proof: DeletionFacts, signer: CheckpointSigner): Promise<DeletionProof> {
  const signature = await signer.sign(proof.accountId, factsToSign(proof))
  return {
    proof,
    keyId: signer.keyId,
    publicKey: signer.publicKey.toString('hex'),
    signature: signature.toString('hex'),
  }
}

/** Whether the proof is as it was signed, by the key it names. Throws for what is no proof at all. */
export function deletionHolds({ proof, keyId, publicKey, signature }: DeletionProof): boolean {
  const facts = factsToSign(proof)
  return signatureHolds({
    ...facts,
    accountId: proof.accountId,
    chain: 'EVENTS',
    madeAt: facts.at,
    keyId,
    publicKey: Buffer.from(publicKey, 'hex'),
    signature: Buffer.from(signature, 'hex'),
  })
}

/** One proof a line, as the files of proofs hold them. */
export function readProofs(text: string): DeletionProof[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, index) => {
      const proof = asProof(line)
      if (!proof) throw new Error(`Line ${index + 1} is no proof of a deletion.`)
      return proof
    })
}

function asProof(line: string): DeletionProof | null {
  try {
    const value = JSON.parse(line) as Partial<DeletionProof> | null
    const isProof =
      value?.proof?.format === 'vigie-deletion-proof/1' &&
      Number.isSafeInteger(value.proof.accountId) &&
      [value.keyId, value.publicKey, value.signature].every((part) => typeof part === 'string')
    return isProof ? (value as DeletionProof) : null
  } catch {
    return null
  }
}
