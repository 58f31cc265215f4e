import { Type, type Static } from 'typebox'
import { createOutbound, type OutboundAnswer, type OutboundOptions } from '../../../references/index.ts'
import { fetchReport, type FetchedReport } from './fetch-report.ts'

/** What is told to the provider of one file. */
export interface FileToVerify {
  /** The same for every attempt to ask once; the provider answers it once. */
  readonly reference: string
  readonly repeat: boolean
  readonly documentCode: string
  readonly siren: string | null
  readonly siret: string | null
  readonly fileName: string
  readonly contentType: string
  readonly size: number
  readonly sha256: string
  /** In base64; what is too large for it is fetched from `fileUrl`. */
  readonly file?: string
  readonly fileUrl?: string
}

const maxReportText = 8 * 1024 * 1024

const Answered = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 200 }),
  status: Type.Enum(['PENDING', 'VERIFIED', 'REFUSED', 'INCONCLUSIVE']),
  report: Type.Optional(Type.Union([Type.String({ maxLength: maxReportText }), Type.Null()])),
  reportUrl: Type.Optional(Type.Union([Type.String({ maxLength: 2_000 }), Type.Null()])),
})

export type VerificationAnswer = Static<typeof Answered>
export type ProviderStatus = VerificationAnswer['status']

export interface VerificationProvider {
  submit(piece: FileToVerify, signal: AbortSignal): Promise<OutboundAnswer<VerificationAnswer>>
  poll(id: string, signal: AbortSignal): Promise<OutboundAnswer<VerificationAnswer>>
  report(url: string, signal: AbortSignal): Promise<FetchedReport>
}

/**
 * Any service that speaks this: POST verifications takes a piece, GET verifications/:id says how far it is. A service
 * with other words needs a translator in front of it, not a change here.
 */
export function verificationConnector(
  { url, token }: { readonly url: string; readonly token: string | null },
  options: Partial<OutboundOptions> = {},
): VerificationProvider {
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
  const service = createOutbound({
    timeoutMs: 30_000,
    maxBytes: maxReportText + 64 * 1024,
    maxText: maxReportText,
    ...options,
    name: 'verification',
    dependency: 'verification',
    baseUrl: url,
    headers,
  })
  return {
    submit: (piece, signal) =>
      service.ask({
        path: 'verifications',
        method: 'POST',
        body: piece,
        headers: { 'idempotency-key': piece.reference },
        schema: Answered,
        notFound: [],
        signal,
      }),
    poll: (id, signal) =>
      service.ask({ path: `verifications/${encodeURIComponent(id)}`, schema: Answered, fresh: true, signal }),
    report: (address, signal) => fetchReport(address, { base: url, headers, signal }),
  }
}
