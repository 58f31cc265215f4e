import type { FtmClass } from '@vigie/watchlists'
import type { Tx } from '../../../platform/db/index.ts'
import type { Handler } from '../../../platform/jobs/index.ts'
import { wholeAccount } from '../../../platform/kernel/index.ts'
import { endServiceLists, followServiceList } from '../../watchlists/index.ts'
import { indexedVersion } from './indexed-version.ts'
import { YenteFault, type YenteDataset } from './yente-client.ts'
import { yenteSources, type YenteService } from './yente-matcher.ts'

/** Published lists belong to the installation; nobody's account stands for it. */
const installation = wholeAccount(0)

const names: Readonly<Record<FtmClass, string>> = {
  SANCTIONS: 'yente, sanctions',
  EXPOSED_PERSONS: 'yente, exposed persons',
}

type OnChange = (tx: Tx, changed: { listId: number; version: number; ownerAccountId: null }) => Promise<void>

/**
 * Asks the service which version of its data it answers from, and has its datasets stand among the lists with that
 * version and age. While it is silent they grow old, until checks say that nobody can answer them.
 */
export const followYente =
  (service: YenteService | null, onChange: OnChange): Handler<'screening.follow-service'> =>
  async (_payload, { db, signal, log }) => {
    const classes = Object.keys(yenteSources) as FtmClass[]
    const isAsked = (it: FtmClass) => service !== null && service.datasets[it] !== null
    const left = classes.filter((it) => !isAsked(it)).map((it) => yenteSources[it])
    const ended = await db.write(installation, (tx) => endServiceLists(tx, left))
    if (ended > 0) log.warn({ lists: ended }, 'yente is not asked for these lists any more')
    if (service === null) return
    const datasets = await service.yente.datasets(signal).catch((error: unknown) => {
      // The next hour asks again: to repeat this job besides would only add to its load.
      if (!(error instanceof YenteFault)) throw error
      log.warn({ fault: error.message }, 'the catalogue of yente cannot be read')
      return null
    })
    if (datasets === null) return
    for (const listClass of classes) {
      const dataset = service.datasets[listClass]
      if (dataset === null) continue
      const version = versionOf(datasets, dataset)
      if (version === null) {
        log.warn({ dataset }, 'yente has no index of this dataset')
        continue
      }
      await db.write(installation, async (tx) => {
        const place = { source: yenteSources[listClass], listClass, name: names[listClass] }
        const changed = await followServiceList(tx, place, version, service.versionHours)
        if (changed) await onChange(tx, { ...changed, ownerAccountId: null })
      })
    }
  }

function versionOf(datasets: readonly YenteDataset[], dataset: string) {
  const found = indexedVersion(datasets, dataset)
  if (!found) return null
  const { version, madeAt, entities } = found
  return { origin: `yente, dataset ${dataset}, version ${version}`, madeAt, entries: entities }
}
