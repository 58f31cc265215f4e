import type { X509Certificate } from 'node:crypto'
import { commonName } from './certificates.ts'
import { spanOfWay, type Authority, type Span } from './chain.ts'

/** A certificate that signs codes, to which a way leads from an authority of the list. */
export interface CodeCertificate extends Span {
  readonly authority: string
  /** What codes call it. */
  readonly name: string
  readonly certificate: X509Certificate
}

/** Names for trying things out: nothing signed with them counts. */
export const isTestAuthority = (id: string): boolean => /^..00$/.test(id)
export const isTestName = (name: string): boolean => /^0{4,5}$/.test(name) || /^TEST\b/i.test(name)

const shape = /^[A-Z0-9]{4,5}$/

/** Those of the pool that may sign codes. Who vouches for none of them is left out. */
export function codeCertificates(
  authorities: readonly Authority[],
  pool: readonly X509Certificate[],
): CodeCertificate[] {
  const issuers = pool.filter(({ ca }) => ca)
  return pool.flatMap((certificate) => {
    const name = commonName(certificate)
    if (name === null || certificate.ca || !shape.test(name)) return []
    return authorities.flatMap((authority) => {
      const span = spanOfWay(certificate, authority, issuers)
      return span ? [{ authority: authority.id, name, certificate, ...span }] : []
    })
  })
}
