import { createHash } from 'node:crypto'
import { AsnConvert } from '@peculiar/asn1-schema'
import {
  BasicConstraints,
  Certificate as CertificateShape,
  ExtendedKeyUsage,
  KeyUsage,
  type KeyUsageFlags,
  SubjectKeyIdentifier,
  type AlgorithmIdentifier,
  type Name,
} from '@peculiar/asn1-x509'
import { checkSignature, type SignatureAnswer } from '../crypto/algorithms.ts'

const oid = {
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  extendedKeyUsage: '2.5.29.37',
} as const

/** A certificate as it came, with what is asked of it read once. */
export class Certificate {
  readonly raw: Buffer
  readonly subject: Buffer
  readonly issuer: Buffer
  readonly subjectName: Name
  readonly issuerName: Name
  readonly serial: Buffer
  readonly notBefore: Date
  readonly notAfter: Date
  readonly publicKey: Buffer
  readonly algorithm: AlgorithmIdentifier
  readonly extensions: ReadonlyMap<string, { readonly critical: boolean; readonly value: ArrayBuffer }>
  private readonly signed: Buffer
  private readonly signature: Buffer

  constructor(raw: Uint8Array) {
    this.raw = Buffer.from(raw)
    const shape = AsnConvert.parse(this.raw, CertificateShape)
    const tbs = shape.tbsCertificate
    this.subjectName = tbs.subject
    this.issuerName = tbs.issuer
    this.subject = serialize(tbs.subject)
    this.issuer = serialize(tbs.issuer)
    this.serial = Buffer.from(tbs.serialNumber)
    this.notBefore = tbs.validity.notBefore.getTime()
    this.notAfter = tbs.validity.notAfter.getTime()
    this.publicKey = serialize(tbs.subjectPublicKeyInfo)
    this.algorithm = shape.signatureAlgorithm
    this.signed = Buffer.from(shape.tbsCertificateRaw ?? AsnConvert.serialize(tbs))
    this.signature = Buffer.from(shape.signatureValue)
    this.extensions = new Map(
      (tbs.extensions ?? []).map(({ extnID, critical, extnValue }) => [
        extnID,
        { critical, value: extnValue.buffer },
      ]),
    )
  }

  get fingerprint(): string {
    return createHash('sha256').update(this.raw).digest('hex')
  }

  get isSelfIssued(): boolean {
    return this.subject.equals(this.issuer)
  }

  get keyIdentifier(): Buffer | null {
    const value = this.extension(oid.subjectKeyIdentifier)
    return value ? Buffer.from(AsnConvert.parse(value, SubjectKeyIdentifier).buffer) : null
  }

  /** Null where it does not say that it is an authority. */
  get authority(): { readonly pathLength: number | null } | null {
    const value = this.extension(oid.basicConstraints)
    const constraints = value ? AsnConvert.parse(value, BasicConstraints) : null
    return constraints?.cA ? { pathLength: constraints.pathLenConstraint ?? null } : null
  }

  /** Null where all uses are allowed. */
  get keyUsage(): number | null {
    const value = this.extension(oid.keyUsage)
    return value ? AsnConvert.parse(value, KeyUsage).toNumber() : null
  }

  get extendedUsage(): { readonly critical: boolean; readonly uses: readonly string[] } | null {
    const found = this.extensions.get(oid.extendedKeyUsage)
    if (!found) return null
    return { critical: found.critical, uses: [...AsnConvert.parse(found.value, ExtendedKeyUsage)] }
  }

  allows(use: KeyUsageFlags): boolean {
    const usage = this.keyUsage
    return usage === null || (usage & use) !== 0
  }

  isValidAt(time: Date): boolean {
    return time >= this.notBefore && time <= this.notAfter
  }

  extension(type: string): ArrayBuffer | null {
    return this.extensions.get(type)?.value ?? null
  }

  checkSignedBy(issuer: Certificate): SignatureAnswer {
    return checkSignature({
      signed: this.signed,
      signature: this.signature,
      algorithm: this.algorithm,
      digest: null,
      publicKey: issuer.publicKey,
    })
  }
}

const serialize = (value: unknown): Buffer => Buffer.from(AsnConvert.serialize(value))

/** Null for what cannot be read as a certificate: others may still do. */
export function readCertificate(raw: Uint8Array): Certificate | null {
  try {
    return new Certificate(raw)
  } catch {
    return null
  }
}
