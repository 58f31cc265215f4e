import { AsnConvert } from '@peculiar/asn1-schema'
import { CertificateList } from '@peculiar/asn1-x509'
import { checkSignature } from '../crypto/algorithms.ts'
import { readCertificate, type Certificate } from '../x509/certificate.ts'
import type { Statement } from './statement.ts'

export interface RevocationList {
  about(certificate: Certificate, issuer: Certificate): Statement | null
}

/** Null for what is no list of its issuer alone: lists of changes, or of others' certificates. */
export function readCrl(raw: Buffer): RevocationList | null {
  try {
    const list = AsnConvert.parse(raw, CertificateList)
    const { tbsCertList: tbs } = list
    // Lists about a part of the certificates, or of changes only, say so in critical extensions.
    if (tbs.crlExtensions?.some(({ critical }) => critical)) return null
    const issuerName = Buffer.from(AsnConvert.serialize(tbs.issuer))
    const revoked = new Map(
      (tbs.revokedCertificates ?? []).map(({ userCertificate, revocationDate }) => [
        Buffer.from(userCertificate).toString('hex'),
        revocationDate.getTime(),
      ]),
    )
    const isSignedBy = signedByOnce(list)
    return {
      about(certificate, issuer) {
        if (!issuerName.equals(certificate.issuer) || !isSignedBy(issuer)) return null
        return {
          revokedAt: revoked.get(certificate.serial.toString('hex')) ?? null,
          thisUpdate: tbs.thisUpdate.getTime(),
          nextUpdate: tbs.nextUpdate?.getTime() ?? null,
        }
      },
    }
  } catch {
    return null
  }
}

function signedByOnce(list: CertificateList): (issuer: Certificate) => boolean {
  const known = new Map<string, boolean>()
  return (issuer) => {
    const answer = known.get(issuer.fingerprint) ?? isSigned(list, issuer)
    known.set(issuer.fingerprint, answer)
    return answer
  }
}

function isSigned(list: CertificateList, issuer: Certificate): boolean {
  const answer = checkSignature({
    signed: Buffer.from(list.tbsCertListRaw ?? AsnConvert.serialize(list.tbsCertList)),
    signature: Buffer.from(list.signature),
    algorithm: list.signatureAlgorithm,
    digest: null,
    publicKey: issuer.publicKey,
  })
  return answer.kind === 'VALID' && answer.strength === 'STRONG'
}

/** A list of revoked certificates for whoever knows its issuer only by the bytes of a certificate. */
export interface RevokedNumbers {
  /** Whether the holder of this certificate (DER) signed it. */
  isSignedBy(issuer: Uint8Array): boolean
  /** Serial numbers in upper-case hexadecimal, without zeros before them. */
  readonly numbers: ReadonlySet<string>
}

/** Null for what is no whole list of revoked certificates. */
export function readRevokedNumbers(raw: Buffer): RevokedNumbers | null {
  try {
    const list = AsnConvert.parse(raw, CertificateList)
    const { tbsCertList: tbs } = list
    if (tbs.crlExtensions?.some(({ critical }) => critical)) return null
    const issuerName = Buffer.from(AsnConvert.serialize(tbs.issuer))
    return {
      isSignedBy(der) {
        const issuer = readCertificate(der)
        return issuer !== null && issuerName.equals(issuer.subject) && isSigned(list, issuer)
      },
      numbers: new Set((tbs.revokedCertificates ?? []).map((one) => plainNumber(one.userCertificate))),
    }
  } catch {
    return null
  }
}

const plainNumber = (number: ArrayBuffer) =>
  Buffer.from(number)
    .toString('hex')
    .toUpperCase()
    .replace(/^0+(?=.)/, '')
