import { sirenOfVat } from '../../platform/kernel/index.ts'
import type { CompanyRecord } from './company.ts'
import { companyOf } from './french-public-search.record.ts'
import { isSearchAnswer, type SearchAnswer } from './french-public-search.schema.ts'
import type { CompanyIdentifier, Lookup, ReferenceProvider } from './provider.ts'

interface Options {
  baseUrl?: string
  timeoutMs?: number
  maxBytes?: number
}

const name = 'recherche-entreprises'
const userAgent = 'Vigie (third-party evaluation; open source)'

/** The French state's open company search: no key, seven requests a second. */
export function frenchPublicSearch(options: Options = {}): ReferenceProvider {
  const { baseUrl = 'https://recherche-entreprises.api.gouv.fr', timeoutMs = 10_000 } = options
  const { maxBytes = 5 * 1024 * 1024 } = options
  return {
    name,
    countries: 'FR',
    async find(identifier, signal) {
      const number = numberOf(identifier)
      if (number === null) return { kind: 'NOT_FOUND' }
      try {
        const url = new URL(`/search?q=${number}`, baseUrl)
        const limits = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])])
        return pick(await ask(url, limits, maxBytes), identifier, number)
      } catch (error) {
        return {
          kind: 'UNAVAILABLE',
          reason: `${name}: ${error instanceof Error ? error.message : 'failed'}`,
        }
      }
    },
  }
}

// Exactly nine or fourteen digits make the service look the number up instead of searching for it.
function numberOf({ code, value }: CompanyIdentifier): string | null {
  if (code === 'CIT001' || code === 'SIREN') return value
  return code === 'CIT002' ? sirenOfVat(value) : null
}

async function ask(url: URL, signal: AbortSignal, maxBytes: number): Promise<SearchAnswer> {
  const headers = { accept: 'application/json', 'user-agent': userAgent }
  const response = await fetch(url, { headers, signal, redirect: 'error' })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new Error(`status ${response.status}`)
  }
  const answer: unknown = JSON.parse(await readBounded(response, maxBytes))
  if (!isSearchAnswer(answer)) throw new Error('answer of an unexpected shape')
  return answer
}

async function readBounded(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    // Leaving the loop cancels the rest of the body.
    if (size > maxBytes) throw new Error(`answer larger than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
}

function pick(
  { results }: SearchAnswer,
  { code, value }: CompanyIdentifier,
  number: string,
): Lookup<CompanyRecord> {
  const result = results.find(({ siren }) => siren === number.slice(0, 9))
  if (!result) return { kind: 'NOT_FOUND' }
  if (code !== 'CIT001') return { kind: 'FOUND', company: companyOf(name, result, result.siege.siret) }
  const establishments = [result.siege, ...(result.matching_etablissements ?? [])]
  const isKnown = establishments.some(({ siret }) => siret === value)
  return isKnown ? { kind: 'FOUND', company: companyOf(name, result, value) } : { kind: 'NOT_FOUND' }
}
