import type { Static } from 'typebox'
import { formatDate } from '../../../platform/kernel/index.ts'
import {
  createOutbound,
  type Outbound,
  type OutboundAnswer,
  type OutboundOptions,
} from '../outbound/index.ts'
import type { AnnouncementOutcome, AnnouncementProvider } from './announcement.ts'
import { announcementOf, bodaccName, companiesNamed } from './bodacc.record.ts'
import { BodaccPage, type BodaccRecord } from './bodacc.schema.ts'

const pageSize = 100
/** The service refuses to page any further. */
const maxOffset = 10_000
/** Announcements may be added to the dataset days after their date. */
const lateDays = 7

type Page = OutboundAnswer<Static<typeof BodaccPage>>
type Collected = { kind: 'OK'; records: BodaccRecord[] } | Extract<Page, { kind: 'UNAVAILABLE' }>

/** The official bulletin of civil and commercial announcements of France: no key, a quota by day. */
export function bodacc(options: Partial<OutboundOptions> = {}): AnnouncementProvider {
  const service = createOutbound({
    baseUrl:
      'https://bodacc-datadila.opendatasoft.com/api/explore/v2.1/catalog/datasets/annonces-commerciales',
    perSecond: 5,
    ...options,
    name: bodaccName,
  })
  return {
    name: bodaccName,
    async since(siren, after, signal): Promise<AnnouncementOutcome> {
      if (!/^\d{9}$/.test(siren)) return { kind: 'ANSWERED', announcements: [] }
      const collected = await collect(service, siren, after, signal)
      if (collected.kind === 'UNAVAILABLE') return collected
      // The register field is text: what it matched is checked against the numbers themselves.
      const records = collected.records.filter((record) => companiesNamed(record).includes(siren))
      return { kind: 'ANSWERED', announcements: records.map((record) => announcementOf(record, siren)) }
    },
  }
}

/** Pages as far as the service lets one, then begins anew from the last day seen. */
async function collect(
  service: Outbound,
  siren: string,
  after: Date | null,
  signal?: AbortSignal,
): Promise<Collected> {
  const records = new Map<string, BodaccRecord>()
  let from = after === null ? null : formatDate(new Date(after.getTime() - lateDays * 86_400_000))
  let offset = 0
  for (;;) {
    const page = await fetchPage(service, whereOf(siren, from), offset, signal)
    if (page.kind !== 'OK') return page.kind === 'UNAVAILABLE' ? page : { kind: 'OK', records: [] }
    for (const record of page.value.results) records.set(record.id, record)
    const last = page.value.results.at(-1)
    if (!last || page.value.results.length < pageSize) return { kind: 'OK', records: [...records.values()] }
    offset += pageSize
    if (offset < maxOffset) continue
    if (last.dateparution === from) {
      const reason = `${bodaccName}: more announcements on one day than can be read`
      return { kind: 'UNAVAILABLE', reason, retryAfterSeconds: null }
    }
    from = last.dateparution
    offset = 0
  }
}

function whereOf(siren: string, from: string | null): string {
  const isCompany = `registre = "${siren}"`
  return from === null ? isCompany : `${isCompany} AND dateparution >= date'${from}'`
}

function fetchPage(service: Outbound, where: string, offset: number, signal?: AbortSignal): Promise<Page> {
  const paging = { order_by: 'dateparution, id', limit: String(pageSize), offset: String(offset) }
  const request = { path: '/records', query: { where, ...paging }, schema: BodaccPage, notFound: [] }
  return service.ask({ ...request, ...(signal ? { signal } : {}) })
}
