import { ContentInfo, SignerInfo } from '@peculiar/asn1-cms'
import { AsnConvert } from '@peculiar/asn1-schema'
import { fromBER, Sequence } from 'asn1js'
import { takeWhole } from '../asn1/take-whole.ts'
import { checkSignature, digestName, type SignatureAnswer } from '../crypto/algorithms.ts'
import { unreadable } from '../fault.ts'
import { limits } from '../limits.ts'
import { readCertificate, type Certificate } from '../x509/certificate.ts'
import { SignedDataShape } from './shapes.ts'

const setTag = Buffer.from([0x31])
const signedDataType = '1.2.840.113549.1.7.2'

/** A signature as CMS packs it: exactly one signer, and what came along. */
export interface SignedMessage {
  readonly signer: SignerInfo
  /** The signed attributes as they came, null where there are none. */
  readonly attributes: Buffer | null
  readonly contentType: string
  /** Null where the signed bytes are elsewhere. */
  readonly content: Buffer | null
  readonly certificates: readonly Certificate[]
  readonly crls: readonly Buffer[]
}

/** Throws a fault with words that follow "the signature cannot be read:". */
export function readSignedMessage(bytes: Buffer): SignedMessage {
  if (bytes.length > limits.cmsBytes) throw unreadable('it is too large')
  const whole = takeWhole(bytes)
  const data = parse(whole)
  const [first, another] = data.signerInfos
  if (!first) throw unreadable('nobody signed it')
  if (another) throw unreadable('it has more than one signer, which a PDF does not allow')
  const { eContentType, eContent } = data.encapContentInfo
  const content = eContent?.single?.buffer ?? eContent?.any ?? null
  return {
    ...readSigner(first),
    contentType: eContentType,
    content: content === null ? null : Buffer.from(content),
    certificates: certificatesOf(data),
    crls: (data.crls ?? []).map((crl) => Buffer.from(crl)),
  }
}

function readSigner(raw: ArrayBuffer): Pick<SignedMessage, 'signer' | 'attributes'> {
  const { result } = fromBER(raw)
  const parts = result instanceof Sequence ? result.valueBlock.value : []
  // Behind version, signer and digest algorithm; the signer may have the same tag.
  const attributes = parts[3]
  const isThere = attributes?.idBlock.tagClass === 3 && attributes.idBlock.tagNumber === 0
  return {
    signer: AsnConvert.parse(raw, SignerInfo),
    attributes: isThere ? Buffer.from(attributes.valueBeforeDecodeView) : null,
  }
}

function parse(whole: Buffer): SignedDataShape {
  try {
    const info = AsnConvert.parse(whole, ContentInfo)
    if (info.contentType !== signedDataType) throw unreadable('it holds no signed data')
    return AsnConvert.parse(info.content, SignedDataShape)
  } catch (error) {
    throw unreadable(
      error instanceof Error && error.name === 'SealFault' ? error.message : 'it is no CMS message',
    )
  }
}

function certificatesOf(data: SignedDataShape): Certificate[] {
  const all = data.certificates ?? []
  if (all.length > limits.certificates) throw unreadable('it holds too many certificates')
  // Attribute certificates and others are of no use here.
  return all.flatMap((raw) => readCertificate(Buffer.from(raw)) ?? [])
}

/** The one value of a signed attribute, null where it is missing; told twice it could mean two things. */
export function signedAttribute(signer: SignerInfo, type: string): ArrayBuffer | null {
  const found = (signer.signedAttrs ?? []).filter(({ attrType }) => attrType === type)
  if (found.length === 0) return null
  const [value, another] = found.flatMap(({ attrValues }) => attrValues)
  if (found.length > 1 || value === undefined || another !== undefined) {
    throw unreadable('it has a signed attribute twice')
  }
  return value
}

export function unsignedAttributes(signer: SignerInfo, type: string): ArrayBuffer[] {
  return (signer.unsignedAttrs ?? [])
    .filter(({ attrType }) => attrType === type)
    .flatMap(({ attrValues }) => attrValues)
}

/** Checks the signature over the signed attributes, which are signed as a set of their own. */
export function checkSigner(
  { signer, attributes }: SignedMessage,
  certificate: Certificate,
): SignatureAnswer {
  if (attributes === null) return { kind: 'UNSUPPORTED' }
  return checkSignature({
    signed: Buffer.concat([setTag, attributes.subarray(1)]),
    signature: Buffer.from(signer.signature.buffer),
    algorithm: signer.signatureAlgorithm,
    digest: digestName(signer.digestAlgorithm.algorithm),
    publicKey: certificate.publicKey,
  })
}
