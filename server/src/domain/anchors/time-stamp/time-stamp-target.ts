import path from 'node:path'
import { X509Certificate } from 'node:crypto'
import { administrationFolder } from '../../../platform/administration/index.ts'
import { appendLines, stampSuffix } from '../../../platform/journal/index.ts'
import type { AnchorTarget } from '../anchor.ts'
import { StampRefused } from './refused.ts'
import { stampLine } from './stamp-file.ts'

export interface TimeStampOptions {
  readonly url: string
  readonly authorities: readonly X509Certificate[]
  readonly policy: string | null
  /** Gets a copy of each token, beside the checkpoints. */
  readonly folder: string
  readonly timeoutMs?: number
}

const patienceMs = 20_000
const maxAnswerBytes = 100_000

/** Certificates of a PEM text, in the order they stand there. */
export function certificatesIn(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  return blocks.map((block) => new X509Certificate(block))
}

/** A time-stamping authority (RFC 3161): it sees a digest, and proves that the checkpoint existed at a time. */
export function timeStampTarget(options: TimeStampOptions): AnchorTarget {
  const { policy, authorities, folder } = options
  return {
    name: 'TIME_STAMP',
    rhythm: 'each',
    deliver: async ({ line, chain }, { scope, signal }) => {
      // What reads certificates is loaded by those who have time-stamps.
      const { composeQuery, parseTimeStampAnswer, verifyToken } = await import('./protocol.ts')
      try {
        const { request, nonce } = composeQuery(line, policy)
        const token = parseTimeStampAnswer(await post(options, request, signal))
        const { provenAt } = verifyToken(token, { text: line, nonce, policy, authorities })
        const place = chain === 'EVENTS' ? folder : administrationFolder(folder)
        const file = path.join(place, `account-${scope.accountId}${stampSuffix}`)
        await appendLines(file, [stampLine({ line, token })])
        return { state: 'delivered', proof: { token, provenAt } }
      } catch (error) {
        if (error instanceof StampRefused) return { state: 'failed', fault: error.code }
        throw error
      }
    },
  }
}

async function post(
  { url, timeoutMs = patienceMs }: TimeStampOptions,
  request: Buffer,
  signal: AbortSignal,
): Promise<Buffer> {
  const limit = AbortSignal.timeout(timeoutMs)
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
      body: new Uint8Array(request),
      redirect: 'error',
      signal: AbortSignal.any([signal, limit]),
    })
    const type = answer.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
    if (answer.status !== 200) throw new StampRefused('STATUS')
    if (type !== 'application/timestamp-reply') throw new StampRefused('MALFORMED')
    return await readBoundedAnswer(answer)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof StampRefused) throw error
    throw new StampRefused(limit.aborted ? 'TIMEOUT' : 'UNREACHABLE', error)
  }
}

async function readBoundedAnswer(answer: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxAnswerBytes) throw new StampRefused('MALFORMED')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
