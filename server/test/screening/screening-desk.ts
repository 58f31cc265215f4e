import { sampleFile } from '@vigie/watchlists/samples'
import { listChanged } from '../../src/domain/screening/index.ts'
import { importList, type ListReport } from '../../src/domain/watchlists/index.ts'
import type { TestApp } from '../harness/index.ts'
import { handWorker } from '../jobs/hand-worker.ts'
import { answersDesk, type AnswersDesk } from '../responses/answers-desk.ts'

/** An invented somebody on an invented list. */
export interface Listed {
  readonly id: number
  readonly name: string
  readonly kind?: 'individual' | ''
  readonly remarks?: string
}

export interface HitWire {
  hitId: number
  thirdpartyId: number
  state: string
  score: number
  why: string
  role: string
  entryName: string
  class: string
}

export interface ScreeningDesk extends AnswersDesk {
  /** A version of a list of sanctions, put in force, and all accounts screened against what is new. */
  publish(entries: readonly Listed[], options?: { force?: boolean; dryRun?: boolean }): Promise<ListReport>
  /** The same for exposed persons. */
  expose(names: readonly string[]): Promise<ListReport>
  /** Works off what is queued for the account. */
  work(): Promise<string[]>
  hits(query?: string): Promise<HitWire[]>
  worker: ReturnType<typeof handWorker>
}

/** Fillers: one list entry more or less is never more than a tenth. */
const crowd: readonly Listed[] = Array.from({ length: 30 }, (_, index) => ({
  id: 900 + index,
  name: `Zyxwolle Quarb ${'abcdefghijklmnopqrstuvwxyzäöüß'[index]}ombrak`,
}))

/** Of its own, or at a desk that is already there; the settings are those of its worker. */
export async function screeningDesk(
  t: TestApp,
  at?: AnswersDesk,
  environment: Record<string, string> = {},
): Promise<ScreeningDesk> {
  const d = at ?? (await answersDesk(t, { typeCode: 'SCREENING' }))
  const worker = handWorker(t, { environment })
  const work = () => worker.workOff(d.accountId)
  const bring = async (
    source: 'OFAC_SDN' | 'OPENSANCTIONS_EXPOSED_PERSONS',
    text: string,
    { force = false, dryRun = false } = {},
  ) => {
    const files = [sampleFile('list.csv', text)]
    let changed: { listId: number; version: number } | null = null
    const report = await importList(t.db, {
      source,
      files,
      origin: 'list.csv',
      own: null,
      force,
      dryRun,
      onChange: async (tx, now) => {
        changed = now
        await listChanged(tx, { ...now, ownerAccountId: null })
      },
    })
    if (changed !== null) {
      await worker.run('screening.list-changed', {
        ...(changed as { listId: number; version: number }),
        ownerAccountId: null,
      })
      await work()
    }
    return report
  }
  return {
    ...d,
    worker,
    work,
    publish: (entries, options) => bring('OFAC_SDN', ofacText([...crowd, ...entries]), options),
    expose: (names) => bring('OPENSANCTIONS_EXPOSED_PERSONS', exposedText(names)),
    hits: async (query = '') =>
      (await d.get(`/screening/hits${query}`)).json<{ content: HitWire[] }>().content,
  }
}

function ofacText(entries: readonly Listed[]): string {
  const line = ({ id, name, kind = '', remarks = '' }: Listed) => {
    const none = '-0- '
    const cells = [String(id), `"${name}"`, kind === '' ? none : `"${kind}"`, '"TEST"']
    return [...cells, none, none, none, none, none, none, none, remarks === '' ? none : `"${remarks}"`].join(
      ',',
    )
  }
  return `${entries.map(line).join('\r\n')}\r\n\u001A`
}

function exposedText(names: readonly string[]): string {
  const lines = ['Nobody Whatever Zzyx', ...names].map(
    (name, index) => `P-${index},Person,${name},,,,,,,,,,,,,`,
  )
  const columns =
    'id,schema,name,aliases,birth_date,countries,addresses,identifiers,sanctions,phones,emails,program_ids,dataset,first_seen,last_seen,last_change'
  return `${[columns, ...lines].join('\n')}\n`
}
