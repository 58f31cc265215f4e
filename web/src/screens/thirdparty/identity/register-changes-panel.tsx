import { Skeleton, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../ui/format.ts'
import { LoadMore } from '../../../ui/load-more.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { useThirdPartyIds } from '../use-third-party-ids.ts'
import { changeLines } from './change-lines.ts'
import classes from './identity.module.css'
import { registerChangesQuery } from './register-changes.queries.ts'

export function RegisterChangesPanel() {
  const { t } = useTranslation()
  const format = useFormat()
  const query = useInfiniteQuery(registerChangesQuery(useThirdPartyIds()))
  // The first reading of a company is no change; it has no earlier value to speak of.
  const changes = query.data?.pages
    .flatMap(({ content }) => content)
    .map((event) => ({ ...event, lines: changeLines(event.data, { t, format }) }))
    .filter(({ lines }) => lines.length > 0)
  return (
    <Panel title={t('thirdparty.changes')} help={t('thirdparty.changesHelp')}>
      {query.isPending && <Skeleton height={60} />}
      {query.isError && (
        <ProblemAlert
          title={t('thirdparty.changesFailed')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {changes?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('thirdparty.noChanges')}
        </Text>
      )}
      <ul className={classes.changes}>
        {changes?.map(({ seq, occurredAt, lines }) => (
          <li key={seq}>
            <time dateTime={`${occurredAt}Z`}>{format.day(occurredAt)}</time>
            <div>
              {lines.map((line) => (
                <div key={line}>{line}</div>
              ))}
            </div>
          </li>
        ))}
      </ul>
      <LoadMore query={query} />
    </Panel>
  )
}
