import { KeyUsageFlags } from '@peculiar/asn1-x509'
import type { Certificate } from '../x509/certificate.ts'
import { readCrl, type RevocationList } from './crl.ts'
import { readOcsp, type OcspAnswers } from './ocsp.ts'
import type { Statement } from './statement.ts'

export type RevocationAnswer =
  | { readonly kind: 'GOOD' }
  | { readonly kind: 'REVOKED'; readonly at: Date }
  | { readonly kind: 'UNKNOWN' }

/** What a file brings along about revocation, read once. */
export interface RevocationProofs {
  readonly ocsps: readonly OcspAnswers[]
  readonly crls: readonly RevocationList[]
}

/** Reads when somebody asks: lists of large authorities are long, and without a path nobody does. */
export function readProofs(ocsps: readonly Buffer[], crls: readonly Buffer[]): RevocationProofs {
  let answers: OcspAnswers[] | null = null
  let lists: RevocationList[] | null = null
  return {
    get ocsps() {
      answers ??= ocsps.flatMap((raw) => readOcsp(raw) ?? [])
      return answers
    },
    get crls() {
      lists ??= crls.flatMap((raw) => readCrl(raw) ?? [])
      return lists
    },
  }
}

/** Whether a certificate was revoked at a time, by what its issuer has signed about it. */
export function checkRevocation(
  { certificate, issuer }: { certificate: Certificate; issuer: Certificate },
  proofs: RevocationProofs,
  time: Date,
): RevocationAnswer {
  const statements = [
    ...proofs.ocsps.flatMap((answers) => answers.about(certificate, issuer) ?? []),
    ...proofs.crls.flatMap((list) => aboutByList(list, certificate, issuer) ?? []),
  ]
  const revoked = statements.flatMap(({ revokedAt }) => (revokedAt && revokedAt <= time ? [revokedAt] : []))
  const [first] = revoked.toSorted((a, b) => a.getTime() - b.getTime())
  if (first) return { kind: 'REVOKED', at: first }
  return statements.some((statement) => isAbout(statement, certificate, time))
    ? { kind: 'GOOD' }
    : { kind: 'UNKNOWN' }
}

function aboutByList(list: RevocationList, certificate: Certificate, issuer: Certificate): Statement | null {
  return issuer.allows(KeyUsageFlags.cRLSign) ? list.about(certificate, issuer) : null
}

/** Said at the time or later, while the certificate was still looked after. */
function isAbout({ thisUpdate, nextUpdate }: Statement, certificate: Certificate, time: Date): boolean {
  if (thisUpdate > certificate.notAfter) return false
  return thisUpdate >= time || (nextUpdate !== null && nextUpdate >= time)
}
