import { createHash, randomBytes, type X509Certificate } from 'node:crypto'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import { AlgorithmIdentifier } from '@peculiar/asn1-x509'
import {
  MessageImprint,
  PKIStatus,
  TimeStampReq,
  TimeStampReqVersion,
  TimeStampResp,
  TSTInfo,
} from '@peculiar/asn1-tsp'
import { requireTrusted } from './certificate-chain.ts'
import { StampRefused } from './refused.ts'
import { openToken } from './signed-token.ts'

const sha256 = '2.16.840.1.101.3.4.2.1'
const nonceBytes = 8

export interface StampQuery {
  readonly request: Buffer
  readonly nonce: Buffer
}

export function composeQuery(text: string, policy: string | null): StampQuery {
  const nonce = randomBytes(nonceBytes)
  // An INTEGER of as many bytes in its shortest form: positive, and without a zero in front.
  nonce[0] = (nonce[0]! & 0x3f) | 0x40
  const query = new TimeStampReq({
    version: TimeStampReqVersion.v1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithm: sha256, parameters: null }),
      hashedMessage: new OctetString(digestOf(text)),
    }),
    ...(policy !== null && { reqPolicy: policy }),
    nonce: Uint8Array.from(nonce).buffer,
    certReq: true,
  })
  return { request: Buffer.from(AsnConvert.serialize(query)), nonce }
}

/** The token of an answer that grants one; whether it is the one asked for is `verifyToken`'s to say. */
export function parseTimeStampAnswer(answer: Uint8Array): Buffer {
  return refuseMalformed(() => {
    const { status, timeStampToken } = AsnConvert.parse(answer, TimeStampResp)
    const isGranted = status.status === PKIStatus.granted || status.status === PKIStatus.grantedWithMods
    if (!isGranted) throw new StampRefused('REJECTED')
    if (!timeStampToken) throw new StampRefused('MALFORMED')
    return Buffer.from(AsnConvert.serialize(timeStampToken))
  })
}

export interface Expected {
  readonly text: string
  /** Of the question; a stored token is checked without. */
  readonly nonce?: Buffer
  readonly policy?: string | null
  readonly authorities: readonly X509Certificate[]
}

/** The time a token proves that the text existed at, and who says so. Throws `StampRefused`. */
export function verifyToken(token: Uint8Array, expected: Expected): { provenAt: Date; authority: string } {
  return refuseMalformed(() => {
    const { content, signer, certificates } = openToken(token)
    const stamp = AsnConvert.parse(content, TSTInfo)
    const { hashAlgorithm, hashedMessage } = stamp.messageImprint
    const isOfText =
      hashAlgorithm.algorithm === sha256 && digestOf(expected.text).equals(Buffer.from(hashedMessage.buffer))
    if (!isOfText) throw new StampRefused('IMPRINT')
    if (expected.nonce && !(stamp.nonce && expected.nonce.equals(Buffer.from(stamp.nonce)))) {
      throw new StampRefused('NONCE')
    }
    if (expected.policy && stamp.policy !== expected.policy) throw new StampRefused('POLICY')
    const { authorities } = expected
    requireTrusted(signer, { others: certificates, authorities, at: stamp.genTime })
    return { provenAt: stamp.genTime, authority: commonName(signer) }
  })
}

const digestOf = (text: string) => createHash('sha256').update(text).digest()

const commonName = ({ subject }: X509Certificate) => /(?:^|\n)CN=([^\n]{1,200})/.exec(subject)?.[1] ?? subject

/** Whatever cannot be read is no time-stamp. */
function refuseMalformed<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof StampRefused ? error : new StampRefused('MALFORMED', error)
  }
}
