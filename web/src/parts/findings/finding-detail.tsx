import { Button, Skeleton } from '@mantine/core'
import { IconAlertOctagon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem, type Tagged } from '../../api/index.ts'
import { useFormat } from '../../ui/format.ts'
import { Facts } from '../../ui/panel.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'
import { ThemeLabel } from '../../ui/theme-label.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useRights } from '../../ui/use-rights.ts'
import { ActionCard } from './action-card.tsx'
import { ActionDialog } from './action-dialogs.tsx'
import { ChangeFindingDialog, CloseFindingDialog, ReopenFindingDialog } from './finding-dialogs.tsx'
import { useCapText } from './finding-fields.tsx'
import { FindingStatePill, SeverityPill } from './finding-pills.tsx'
import classes from './findings.module.css'
import { findingQuery, isEnded, type Finding } from './findings.queries.ts'
import { SourceText } from './source-text.tsx'
import { useWho } from './use-who.ts'

export function FindingDetail({ findingId }: { findingId: number }) {
  const { t } = useTranslation()
  const query = useQuery(findingQuery(useAccountId(), findingId))
  if (query.isPending) return <Skeleton height={300} radius={12} />
  if (isProblem(query.error, 'FINDING_NOT_FOUND', 'ID_INVALID')) {
    return (
      <TeachingState
        icon={<IconAlertOctagon size={32} stroke={1.6} />}
        title={t('findings.goneTitle')}
        detail={t('findings.goneDetail')}
      />
    )
  }
  if (query.isError) {
    const retry = () => void query.refetch()
    return <ProblemAlert title={t('findings.oneFailed')} error={query.error} onRetry={retry} />
  }
  return <LoadedFinding read={query.data} />
}

function LoadedFinding({ read }: { read: Tagged<Finding> }) {
  const capText = useCapText()
  const { title, severity, state, theme } = read.value
  return (
    <>
      <h2 className={classes.title}>{title}</h2>
      <div className={classes.pills}>
        <SeverityPill severity={severity} />
        <FindingStatePill state={state} />
        <ThemeLabel theme={theme} />
      </div>
      {!isEnded(read.value) && <p className={classes.cap}>{capText(read.value)}</p>}
      <FindingButtons read={read} />
      <FindingFacts finding={read.value} />
      <ActionsPart read={read} />
    </>
  )
}

type Opened = 'change' | 'close' | 'reopen'

function FindingButtons({ read }: { read: Tagged<Finding> }) {
  const { t } = useTranslation()
  const { manage, decide } = useRights(useAccountId())
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const ended = isEnded(read.value)
  const deeds = [
    { name: 'change', shown: !ended && (manage || decide) },
    { name: 'close', shown: !ended && decide },
    { name: 'reopen', shown: ended && decide },
  ] as const
  return (
    <div className={classes.buttons}>
      {deeds
        .filter(({ shown }) => shown)
        .map(({ name }) => (
          <Button key={name} size="xs" variant="default" onClick={() => setOpened(name)}>
            {t(`findings.${name}.open`)}
          </Button>
        ))}
      {opened === 'change' && <ChangeFindingDialog read={read} onClose={close} />}
      {opened === 'close' && <CloseFindingDialog read={read} onClose={close} />}
      {opened === 'reopen' && <ReopenFindingDialog read={read} onClose={close} />}
    </div>
  )
}

function FindingFacts({ finding }: { finding: Finding }) {
  const { t } = useTranslation()
  const format = useFormat()
  const who = useWho()
  const accountId = useAccountId()
  const { thirdpartyId, thirdpartyName, description, openedAt, openedBy, closedAt, closedBy } = finding
  const closing = finding.state === 'DISMISSED' ? 'DISMISSED' : 'CLOSED'
  return (
    <div className={classes.part}>
      <Facts
        facts={[
          {
            label: t('findings.column.company'),
            value: (
              <Link
                to="/account/$accountId/thirdparties/$thirdpartyId"
                params={{ accountId, thirdpartyId }}
                className={classes.link}
              >
                {thirdpartyName ?? t('portfolio.unnamed')}
              </Link>
            ),
          },
          { label: t('findings.description'), value: description, optional: true },
          { label: t('findings.column.source'), value: <SourceText finding={finding} /> },
          {
            label: t('findings.openedBy'),
            value: t('findings.by', { date: format.day(openedAt), name: who(openedBy) }),
          },
          {
            label: t(`findings.closedBy.${closing}`),
            value:
              closedAt === null || closedBy === null
                ? null
                : t('findings.by', { date: format.day(closedAt), name: who(closedBy) }),
            optional: true,
          },
          { label: t('findings.reason'), value: finding.closingReason, optional: true },
        ]}
      />
    </div>
  )
}

function ActionsPart({ read }: { read: Tagged<Finding> }) {
  const { t } = useTranslation()
  const { manage, decide } = useRights(useAccountId())
  const [isAdding, setAdding] = useState(false)
  const { actions } = read.value
  const ended = isEnded(read.value)
  return (
    <section className={classes.part} aria-label={t('findings.actions')}>
      <div className={classes.partHead}>
        <h3 className={classes.partTitle}>{t('findings.actions')}</h3>
        {!ended && (manage || decide) && (
          <Button size="xs" onClick={() => setAdding(true)}>
            {t('findings.action.add')}
          </Button>
        )}
      </div>
      {actions.length === 0 && <p className={classes.quiet}>{t('findings.noActions')}</p>}
      <ul className={classes.list}>
        {actions.map((action) => (
          <li key={action.actionId}>
            <ActionCard read={read} action={action} />
          </li>
        ))}
      </ul>
      {isAdding && <ActionDialog read={read} onClose={() => setAdding(false)} />}
    </section>
  )
}
