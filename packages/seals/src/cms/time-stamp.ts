import { createHash } from 'node:crypto'
import { AsnConvert } from '@peculiar/asn1-schema'
import { id_ct_tstInfo, TSTInfo } from '@peculiar/asn1-tsp'
import { digestName, strengthOfDigest, weakest, type Strength } from '../crypto/algorithms.ts'
import { SealFault } from '../fault.ts'
import type { Certificate } from '../x509/certificate.ts'
import { readSignedMessage, type SignedMessage } from './signed-data.ts'
import { verifyMessage } from './verify-message.ts'

const timeStamping = '1.3.6.1.5.5.7.3.8'

export interface TimeStamp {
  readonly time: Date
  readonly authority: Certificate
  readonly certificates: readonly Certificate[]
  readonly strength: Strength
}

export type TimeStampAnswer =
  | { readonly kind: 'VALID'; readonly stamp: TimeStamp }
  | { readonly kind: 'OTHER_CONTENT' }
  | { readonly kind: 'FORGED' }
  | { readonly kind: 'UNCLEAR'; readonly reason: string }

/** Reads a token of RFC 3161 and checks that it is about these bytes and signed by somebody who may stamp. */
export function verifyTimeStamp(
  token: Buffer,
  digest: (name: string) => Buffer,
  others: readonly Certificate[],
): TimeStampAnswer {
  try {
    return verifyToken(readSignedMessage(token), digest, others)
  } catch (error) {
    const reason = error instanceof SealFault ? error.message : 'it cannot be read'
    return { kind: 'UNCLEAR', reason }
  }
}

function verifyToken(
  message: SignedMessage,
  digest: (name: string) => Buffer,
  others: readonly Certificate[],
): TimeStampAnswer {
  const { content, contentType } = message
  if (contentType !== id_ct_tstInfo || content === null)
    return { kind: 'UNCLEAR', reason: 'it is no time-stamp' }
  const info = AsnConvert.parse(content, TSTInfo)
  const name = digestName(info.messageImprint.hashAlgorithm.algorithm)
  if (name === null) return { kind: 'UNCLEAR', reason: 'its digest algorithm is not known' }
  const own = verifyMessage(message, (used) => createHash(used).update(content).digest(), others)
  if (own.kind === 'OTHER_CONTENT') return { kind: 'FORGED' }
  if (own.kind !== 'VALID') return own
  if (!Buffer.from(info.messageImprint.hashedMessage.buffer).equals(digest(name)))
    return { kind: 'OTHER_CONTENT' }
  if (!own.isBound) return { kind: 'UNCLEAR', reason: 'it is not bound to a certificate' }
  if (!mayStamp(own.signer)) return { kind: 'UNCLEAR', reason: 'its certificate is not made for time-stamps' }
  const strength = weakest(own.strength, strengthOfDigest(name))
  const { signer: authority } = own
  return {
    kind: 'VALID',
    stamp: { time: info.genTime, authority, certificates: message.certificates, strength },
  }
}

/** The standard demands this purpose alone and critical. */
function mayStamp(certificate: Certificate): boolean {
  const usage = certificate.extendedUsage
  return usage !== null && usage.critical && usage.uses.length === 1 && usage.uses[0] === timeStamping
}
