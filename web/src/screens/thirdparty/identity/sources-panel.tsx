import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import type { Company } from '../thirdparty.queries.ts'
import classes from './identity.module.css'
import { useSourceName } from './use-source-name.ts'

/** Which register said what, and when. */
export function SourcesPanel({ record }: { record: Company }) {
  const { t } = useTranslation()
  const { provenance, source } = record
  const none = source === 'UNMANAGED' ? t('thirdparty.ownData') : t('thirdparty.noSources')
  return (
    <Panel title={t('thirdparty.sources')}>
      {provenance.length === 0 ? (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      ) : (
        <SourcesList provenance={provenance} />
      )}
    </Panel>
  )
}

function SourcesList({ provenance }: Pick<Company, 'provenance'>) {
  const { t } = useTranslation()
  const format = useFormat()
  const sourceName = useSourceName()
  return (
    <ul className={classes.people}>
      {provenance.map(({ provider, groups, fetchedAt, recordId }) => (
        <li key={`${provider} ${recordId ?? ''} ${fetchedAt} ${groups.join()}`}>
          <span>
            {sourceName(provider)}
            {recordId !== null && <span className={classes.muted}> · {recordId}</span>}
          </span>
          <span className={classes.muted}>
            {t('thirdparty.fetchedAt', { date: format.moment(fetchedAt) })}
          </span>
          <span className={classes.groups}>
            {groups.map((group) => t(`thirdparty.group.${group}`)).join(', ')}
          </span>
        </li>
      ))}
    </ul>
  )
}
