import { Button, Skeleton, Stack } from '@mantine/core'
import { IconRotate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api/index.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useFormat } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { useAccountId } from '../../../ui/use-account-id.ts'
import { useApiMutation } from '../../../ui/use-api-mutation.ts'
import { useRights } from '../../../ui/use-rights.ts'
import type { Dossier } from '../dossier.queries.ts'
import { approvalQuery, keysAfterDecision, type Approval } from './approval.queries.ts'
import { ApprovalPill } from './approval-pill.tsx'
import { StepItem } from './approval-step.tsx'
import classes from './approval.module.css'

/** Who has to say yes to the dossier as a whole, who did, and who comes next. */
export function ApprovalTab({ dossier }: { dossier: Dossier }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const approval = useQuery(approvalQuery(accountId, dossier.dossierId))
  if (approval.isPending) return <Skeleton height={260} radius={12} />
  if (approval.isError) {
    const retry = () => void approval.refetch()
    return <ProblemAlert title={t('approval.failed')} error={approval.error} onRetry={retry} />
  }
  return <Steps dossier={dossier} approval={approval.data} />
}

function Steps({ dossier, approval }: { dossier: Dossier; approval: Approval }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { manage } = useRights(useAccountId())
  const { state, round, since, steps } = approval
  const isBegun = steps.some((step) => step.state !== 'WAITING')
  const canRestart = manage && isBegun && !dossier.archived
  return (
    <Panel
      title={t('approval.title')}
      help={t(`approval.stateHelp.${state}`)}
      actions={canRestart ? <Restart dossier={dossier} /> : undefined}
    >
      <Stack gap="sm">
        <p className={classes.head}>
          <ApprovalPill state={state} />
          {round > 1 && <span>{t('approval.round', { number: round })}</span>}
          {since !== null && isBegun && <span>{t('approval.since', { date: format.moment(since) })}</span>}
        </p>
        <ol className={classes.steps}>
          {steps.map((step, index) => (
            <StepItem key={step.key} dossier={dossier} approval={approval} step={step} number={index + 1} />
          ))}
        </ol>
      </Stack>
    </Panel>
  )
}

function Restart({ dossier: { dossierId } }: { dossier: Dossier }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const [isAsking, setAsking] = useState(false)
  const restart = useApiMutation({
    mutationFn: () =>
      api.account(accountId).post('/dossiers/{dossierId}/approval/restart', { path: { dossierId } }),
    successMessage: t('approval.restarted'),
    invalidates: keysAfterDecision(accountId, dossierId),
  })
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconRotate size={15} aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        {t('approval.restart')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('approval.restart')}
        detail={t('approval.restartDetail')}
        confirm={t('approval.restart')}
        tone="danger"
        pending={restart.isPending}
        onConfirm={() => restart.mutate(undefined, { onSettled: () => setAsking(false) })}
      />
    </>
  )
}
