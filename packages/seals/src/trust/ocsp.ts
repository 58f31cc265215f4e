import { createHash } from 'node:crypto'
import { BasicOCSPResponse, OCSPResponse, type CertID, type SingleResponse } from '@peculiar/asn1-ocsp'
import { AsnConvert } from '@peculiar/asn1-schema'
import { SubjectPublicKeyInfo } from '@peculiar/asn1-x509'
import { checkSignature, digestName } from '../crypto/algorithms.ts'
import { readCertificate, type Certificate } from '../x509/certificate.ts'
import type { Statement } from './statement.ts'

const basicResponse = '1.3.6.1.5.5.7.48.1.1'
const ocspSigning = '1.3.6.1.5.5.7.3.9'

export interface OcspAnswers {
  about(certificate: Certificate, issuer: Certificate): Statement | null
}

/** A response as servers send it, or only the basic response inside, as old files keep it. */
export function readOcsp(raw: Buffer): OcspAnswers | null {
  try {
    const response = openResponse(raw)
    if (!response) return null
    const helpers = (response.certs ?? []).flatMap(
      (each) => readCertificate(Buffer.from(AsnConvert.serialize(each))) ?? [],
    )
    return {
      about(certificate, issuer) {
        const single = response.tbsResponseData.responses.find(({ certID }) =>
          isNamed(certID, certificate, issuer),
        )
        if (!single || !isAnsweredBy(response, issuer, helpers)) return null
        return statementOf(single)
      },
    }
  } catch {
    return null
  }
}

function openResponse(raw: Buffer): BasicOCSPResponse | null {
  try {
    const { responseBytes } = AsnConvert.parse(raw, OCSPResponse)
    if (responseBytes?.responseType !== basicResponse) return null
    return AsnConvert.parse(responseBytes.response.buffer, BasicOCSPResponse)
  } catch {
    return AsnConvert.parse(raw, BasicOCSPResponse)
  }
}

function statementOf({ certStatus, thisUpdate, nextUpdate }: SingleResponse): Statement | null {
  const times = { thisUpdate, nextUpdate: nextUpdate ?? null }
  if (certStatus.revoked) return { ...times, revokedAt: certStatus.revoked.revocationTime }
  return certStatus.good === undefined ? null : { ...times, revokedAt: null }
}

function isNamed(id: CertID, certificate: Certificate, issuer: Certificate): boolean {
  const hash = digestName(id.hashAlgorithm.algorithm)
  if (hash === null || !certificate.serial.equals(Buffer.from(id.serialNumber))) return false
  const key = Buffer.from(AsnConvert.parse(issuer.publicKey, SubjectPublicKeyInfo).subjectPublicKey)
  const digest = (bytes: Buffer) => createHash(hash).update(bytes).digest()
  return (
    digest(certificate.issuer).equals(Buffer.from(id.issuerNameHash.buffer)) &&
    digest(key).equals(Buffer.from(id.issuerKeyHash.buffer))
  )
}

/** The issuer itself, or somebody whom it allowed to answer in its place. */
function isAnsweredBy(
  response: BasicOCSPResponse,
  issuer: Certificate,
  helpers: readonly Certificate[],
): boolean {
  const { producedAt } = response.tbsResponseData
  const allowed = helpers.filter(
    (helper) =>
      helper.issuer.equals(issuer.subject) &&
      helper.extendedUsage?.uses.includes(ocspSigning) &&
      helper.isValidAt(producedAt) &&
      helper.checkSignedBy(issuer).kind === 'VALID',
  )
  return [issuer, ...allowed].some((responder) => isSigned(response, responder))
}

function isSigned(response: BasicOCSPResponse, responder: Certificate): boolean {
  const answer = checkSignature({
    signed: Buffer.from(response.tbsResponseDataRaw ?? AsnConvert.serialize(response.tbsResponseData)),
    signature: Buffer.from(response.signature),
    algorithm: response.signatureAlgorithm,
    digest: null,
    publicKey: responder.publicKey,
  })
  return answer.kind === 'VALID' && answer.strength === 'STRONG'
}
