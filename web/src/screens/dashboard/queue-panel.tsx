import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../ui/button-link.tsx'
import { useFormat } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { themeIcons } from '../../ui/theme-label.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import classes from './dashboard.module.css'
import { queueLength, queueTopQuery } from './dashboard.queries.ts'

export function QueuePanel() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  return (
    <Panel
      title={t('dashboard.queue')}
      actions={
        <ButtonLink
          to="/account/$accountId/review"
          params={{ accountId }}
          search={{}}
          size="compact-sm"
          variant="light"
        >
          {t('dashboard.openQueue')}
        </ButtonLink>
      }
    >
      <div className={classes.queue}>
        <QueueTop />
      </div>
    </Panel>
  )
}

function QueueTop() {
  const { t } = useTranslation()
  const format = useFormat()
  const accountId = useAccountId()
  const { data, isError, error, refetch } = useQuery(queueTopQuery(accountId))
  if (isError) {
    return <ProblemAlert title={t('dashboard.failed')} error={error} onRetry={() => void refetch()} />
  }
  if (data === undefined) {
    return Array.from({ length: queueLength }, (_, index) => (
      <Skeleton key={index} height={38} my={6} radius="md" />
    ))
  }
  if (data.content.length === 0) {
    return (
      <p className={classes.done}>
        <strong>{t('dashboard.queueDone')}</strong>
        {t('dashboard.queueDoneDetail')}
      </p>
    )
  }
  return (
    <ul className={classes.items}>
      {data.content.map(({ documentId, documentName, thirdpartyName, statusSince, theme }) => {
        const Icon = themeIcons[theme]
        return (
          <li key={documentId}>
            <Link
              to="/account/$accountId/review"
              params={{ accountId }}
              search={{ document: documentId }}
              className={classes.item}
            >
              <span className={classes.itemIcon}>
                <Icon size={16} stroke={1.7} aria-hidden="true" />
              </span>
              <span className={classes.itemBody}>
                <span className={classes.itemTitle} title={documentName}>
                  {documentName}
                </span>
                <span className={classes.itemDetail} title={thirdpartyName ?? undefined}>
                  {thirdpartyName}
                </span>
              </span>
              <span className={classes.itemSide}>{format.ago(statusSince)}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
