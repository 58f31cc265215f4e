import { X509Certificate } from 'node:crypto'
import { unreadable } from '../fault.ts'
import { readCertificate } from './certificate.ts'
import { personOf, type Person } from './names.ts'

export interface CertificateFacts {
  readonly der: Buffer
  /** SHA-256 in lower-case hexadecimal. */
  readonly fingerprint: string
  readonly subject: Person
  readonly issuer: Person
  readonly notBefore: Date
  readonly notAfter: Date
  /** Whether it says that it may issue others. */
  readonly isAuthority: boolean
}

const pem = /^\s*-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*$/

/** What one certificate in PEM says. Throws a fault for anything else, and for more than one. */
export function describeCertificate(text: string): CertificateFacts {
  if (!pem.test(text)) throw unreadable('it is not exactly one certificate in PEM')
  try {
    // OpenSSL is stricter about what stands around and inside.
    const certificate = readCertificate(new X509Certificate(text).raw)
    if (certificate) {
      const { raw: der, fingerprint, subjectName, issuerName, notBefore, notAfter, authority } = certificate
      const isAuthority = authority !== null
      const [subject, issuer] = [personOf(subjectName), personOf(issuerName)]
      return { der, fingerprint, subject, issuer, notBefore, notAfter, isAuthority }
    }
  } catch {
    // The same answer as for what we cannot read ourselves.
  }
  throw unreadable('its contents cannot be read as a certificate')
}
