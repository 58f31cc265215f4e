import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../ui/format.ts'
import type { Company } from '../thirdparty.queries.ts'
import classes from './identity.module.css'
import { useSourceName } from './use-source-name.ts'

type Source = Company['provenance'][number]
type Group = Source['groups'][number]

interface Props {
  record: Pick<Company, 'provenance' | 'source'>
  groups: readonly Group[]
}

/** Who says so, and since when, under the facts it is about. */
export function Provenance({ record, groups }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const sourceName = useSourceName()
  const telling = record.provenance.filter((source) => source.groups.some((group) => groups.includes(group)))
  if (telling.length === 0 && record.source === 'MANAGED') return null
  return (
    <p className={classes.provenance}>
      {telling.length === 0
        ? t('thirdparty.ownData')
        : telling
            .map(({ provider, fetchedAt }) =>
              t('thirdparty.readOn', { source: sourceName(provider), date: format.day(fetchedAt) }),
            )
            .join('; ')}
    </p>
  )
}
