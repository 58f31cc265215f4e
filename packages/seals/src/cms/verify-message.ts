import { createHash } from 'node:crypto'
import type { SignerInfo } from '@peculiar/asn1-cms'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import { fromBER, ObjectIdentifier } from 'asn1js'
import { digestName, strengthOfDigest, weakest, type Strength } from '../crypto/algorithms.ts'
import { unreadable } from '../fault.ts'
import type { Certificate } from '../x509/certificate.ts'
import { NamedCertificates } from './shapes.ts'
import { checkSigner, signedAttribute, type SignedMessage } from './signed-data.ts'

const oid = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
} as const

/** What the mathematics of a signature say; who the signer is, is another question. */
export type MessageAnswer =
  | {
      readonly kind: 'VALID'
      readonly signer: Certificate
      readonly strength: Strength
      readonly isBound: boolean
    }
  | { readonly kind: 'OTHER_CONTENT' }
  | { readonly kind: 'FORGED' }
  | { readonly kind: 'UNCLEAR'; readonly reason: string }

const unclear = (reason: string): MessageAnswer => ({ kind: 'UNCLEAR', reason })

/**
 * Checks a message against the digest of what it should sign. `others` are certificates from elsewhere in the file, for
 * a signer who did not bring the own one.
 */
export function verifyMessage(
  message: SignedMessage,
  digest: (name: string) => Buffer,
  others: readonly Certificate[],
): MessageAnswer {
  const { signer } = message
  if (message.attributes === null)
    return unclear('it has no signed attributes, so it is bound to no certificate')
  const name = digestName(signer.digestAlgorithm.algorithm)
  if (name === null) return unclear('its digest algorithm is not known')
  const stated = signedAttribute(signer, oid.messageDigest)
  if (!stated || !statesType(signer, message.contentType)) return unclear('it does not say what it signs')
  if (!Buffer.from(AsnConvert.parse(stated, OctetString).buffer).equals(digest(name))) {
    return { kind: 'OTHER_CONTENT' }
  }
  const certificate = [...message.certificates, ...others].find((each) => isSigner(signer, each))
  if (!certificate) return unclear('the certificate of the signer is missing')
  const binding = bindingOf(signer, certificate)
  if (binding === 'OTHER') return unclear('it names another certificate than that of the signer')
  const answer = checkSigner(message, certificate)
  if (answer.kind === 'UNSUPPORTED') return unclear('its signature algorithm is not supported')
  if (answer.kind === 'INVALID') return { kind: 'FORGED' }
  const strength = weakest(answer.strength, strengthOfDigest(name))
  return { kind: 'VALID', signer: certificate, strength, isBound: binding === 'BOUND' }
}

function statesType(signer: SignerInfo, contentType: string): boolean {
  const value = signedAttribute(signer, oid.contentType)
  const stated = value === null ? null : fromBER(value).result
  return stated instanceof ObjectIdentifier && stated.getValue() === contentType
}

function isSigner(signer: SignerInfo, certificate: Certificate): boolean {
  const { issuerAndSerialNumber, subjectKeyIdentifier } = signer.sid
  if (subjectKeyIdentifier) {
    return certificate.keyIdentifier?.equals(Buffer.from(subjectKeyIdentifier.buffer)) ?? false
  }
  if (!issuerAndSerialNumber) throw unreadable('it does not say who signed')
  const issuer = Buffer.from(AsnConvert.serialize(issuerAndSerialNumber.issuer))
  return (
    certificate.issuer.equals(issuer) &&
    certificate.serial.equals(Buffer.from(issuerAndSerialNumber.serialNumber))
  )
}

/** The certificate is part of what is signed (RFC 2634, 5035), so that no other with the same key can take its place. */
function bindingOf(signer: SignerInfo, certificate: Certificate): 'BOUND' | 'OTHER' | 'NONE' {
  const second = signedAttribute(signer, oid.signingCertificateV2)
  const first = signedAttribute(signer, oid.signingCertificate)
  const value = second ?? first
  if (!value) return 'NONE'
  const [named] = AsnConvert.parse(value, NamedCertificates).certs
  const unnamed = second ? 'sha256' : 'sha1'
  const hash = named?.hashAlgorithm ? digestName(named.hashAlgorithm.algorithm) : unnamed
  if (!named || hash === null) return 'OTHER'
  const own = createHash(hash).update(certificate.raw).digest()
  return own.equals(Buffer.from(named.certHash.buffer)) ? 'BOUND' : 'OTHER'
}
