import { createHash, constants, verify, X509Certificate, type KeyObject } from 'node:crypto'
import { Attribute, SignedData, type SignerInfo } from '@peculiar/asn1-cms'
import {
  AsnArray,
  AsnConvert,
  AsnProp,
  AsnPropTypes,
  AsnType,
  AsnTypeTypes,
  OctetString,
} from '@peculiar/asn1-schema'
import { AlgorithmIdentifier } from '@peculiar/asn1-x509'
import { id_ct_tstInfo, TimeStampToken } from '@peculiar/asn1-tsp'
import { StampRefused } from './refused.ts'

const oid = {
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  rsaPss: '1.2.840.113549.1.1.10',
} as const

const hashes: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}

/** Signatures that name their hash; the others go by the digest beside them. */
const hashesOfSignatures: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
}

/** The DER form of `id_ct_tstInfo`. */
const tstInfoType = Buffer.from('060b2a864886f70d0109100104', 'hex')

// Shapes the library does not have. Decorators would be more than erasable syntax, so they are called by hand.
class SignedAttributes extends AsnArray<Attribute> {}
AsnType({ type: AsnTypeTypes.Set, itemType: Attribute })(SignedAttributes)

class CertificateId {
  hashAlgorithm?: AlgorithmIdentifier
  certHash = new OctetString()
  issuerSerial?: ArrayBuffer
}
AsnProp({ type: AlgorithmIdentifier, optional: true })(CertificateId.prototype, 'hashAlgorithm')
AsnProp({ type: OctetString })(CertificateId.prototype, 'certHash')
AsnProp({ type: AsnPropTypes.Any, optional: true })(CertificateId.prototype, 'issuerSerial')

class SigningCertificate {
  certs: CertificateId[] = []
  policies?: ArrayBuffer
}
AsnProp({ type: CertificateId, repeated: 'sequence' })(SigningCertificate.prototype, 'certs')
AsnProp({ type: AsnPropTypes.Any, optional: true })(SigningCertificate.prototype, 'policies')

export interface SignedContent {
  readonly content: ArrayBuffer
  readonly signer: X509Certificate
  /** All that came along; whether somebody trusted vouches for the signer is another question. */
  readonly certificates: readonly X509Certificate[]
}

/** What a token says, after its signature was checked with the certificate it names. Throws `StampRefused`. */
export function openToken(token: Uint8Array): SignedContent {
  const info = AsnConvert.parse(token, TimeStampToken)
  if (info.contentType !== oid.signedData) throw new StampRefused('MALFORMED')
  const data = AsnConvert.parse(info.content, SignedData)
  const content = data.encapContentInfo.eContent?.single?.buffer
  const [signerInfo, another] = data.signerInfos
  if (data.encapContentInfo.eContentType !== id_ct_tstInfo || !content || !signerInfo || another) {
    throw new StampRefused('MALFORMED')
  }
  const certificates = (data.certificates ?? []).flatMap(({ certificate }) =>
    certificate ? [new X509Certificate(Buffer.from(AsnConvert.serialize(certificate)))] : [],
  )
  return { content, signer: requireSignature(signerInfo, content, certificates), certificates }
}

function requireSignature(
  info: SignerInfo,
  content: ArrayBuffer,
  certificates: readonly X509Certificate[],
): X509Certificate {
  const digestName = hashes[info.digestAlgorithm.algorithm]
  if (digestName === undefined || !info.signedAttrs) throw new StampRefused('SIGNATURE')
  const type = attributeOf(info, oid.contentType)
  const digest = attributeOf(info, oid.messageDigest)
  const isOfContent =
    type !== null &&
    digest !== null &&
    tstInfoType.equals(Buffer.from(type)) &&
    Buffer.from(AsnConvert.parse(digest, OctetString).buffer).equals(
      createHash(digestName).update(Buffer.from(content)).digest(),
    )
  const signer = certificates.find((one) => isNamedBy(info, one))
  if (!isOfContent || !signer) throw new StampRefused('SIGNATURE')
  const signed = Buffer.from(AsnConvert.serialize(new SignedAttributes(info.signedAttrs)))
  const { algorithm } = info.signatureAlgorithm
  const hash = hashesOfSignatures[algorithm] ?? digestName
  const key = algorithm === oid.rsaPss ? pssKey(signer.publicKey) : signer.publicKey
  const isEdwards = /^ed(25519|448)$/.test(signer.publicKey.asymmetricKeyType ?? '')
  if (!verify(isEdwards ? null : hash, signed, key, Buffer.from(info.signature.buffer))) {
    throw new StampRefused('SIGNATURE')
  }
  return signer
}

function pssKey(key: KeyObject) {
  const { RSA_PKCS1_PSS_PADDING: padding, RSA_PSS_SALTLEN_AUTO: saltLength } = constants
  return { key, padding, saltLength }
}

/** The certificate is part of what is signed (RFC 2634, 5035): no other with the same key can be put in its place. */
function isNamedBy(info: SignerInfo, certificate: X509Certificate): boolean {
  const second = attributeOf(info, oid.signingCertificateV2)
  const named = second ?? attributeOf(info, oid.signingCertificate)
  if (!named) return false
  const id = AsnConvert.parse(named, SigningCertificate).certs[0]
  const unnamed = second ? 'sha256' : 'sha1'
  const hash = id?.hashAlgorithm ? hashes[id.hashAlgorithm.algorithm] : unnamed
  if (!id || hash === undefined) return false
  return Buffer.from(id.certHash.buffer).equals(createHash(hash).update(certificate.raw).digest())
}

function attributeOf(info: SignerInfo, type: string): ArrayBuffer | null {
  const found = (info.signedAttrs ?? []).filter(({ attrType }) => attrType === type)
  return (found.length === 1 && found[0]?.attrValues.length === 1 && found[0].attrValues[0]) || null
}
