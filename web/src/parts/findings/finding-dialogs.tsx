import { Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type Tagged } from '../../api/index.ts'
import { Notice } from '../../ui/notice.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { useSeen } from '../../ui/use-seen.ts'
import { FormDialog } from '../form-dialog/form-dialog.tsx'
import { FindingFields, isFilled, wireFinding, type FindingDraft } from './finding-fields.tsx'
import { keysAfterFinding, type Finding } from './findings.queries.ts'
import { ReasonDialog } from './reason-dialog.tsx'

interface Props {
  read: Tagged<Finding>
  onClose: () => void
}

const outcomes = ['CLOSED', 'DISMISSED'] as const
type Outcome = (typeof outcomes)[number]

export function ChangeFindingDialog({ read, onClose }: Props) {
  const { t } = useTranslation()
  const { value, tag } = useSeen(read)
  const accountId = useAccountId()
  const { findingId, thirdpartyId, title, description, severity, theme } = value
  const before: FindingDraft = { title, description: description ?? '', severity, theme }
  const [draft, setDraft] = useState(before)
  const change = useApiMutation({
    mutationFn: () =>
      api.account(accountId).patch('/findings/{findingId}', {
        path: { findingId },
        body: wireFinding(draft),
        ifMatch: tag,
      }),
    successMessage: t('findings.change.done'),
    invalidates: keysAfterFinding(accountId, thirdpartyId),
    onSuccess: onClose,
    silent: true,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('findings.change.title')}
      submit={t('findings.change.submit')}
      onSubmit={() => change.mutate()}
      pending={change.isPending}
      error={change.error}
      disabled={!isFilled(draft)}
    >
      <FindingFields draft={draft} put={(some) => setDraft({ ...draft, ...some })} />
    </FormDialog>
  )
}

export function CloseFindingDialog({ read, onClose }: Props) {
  const { t } = useTranslation()
  const { value, tag } = useSeen(read)
  const accountId = useAccountId()
  const { findingId, thirdpartyId, actions } = value
  const isUnsettled = actions.some(({ state }) => state === 'OPEN' || state === 'SUBMITTED')
  const [outcome, setOutcome] = useState<Outcome>(isUnsettled ? 'DISMISSED' : 'CLOSED')
  const close = useApiMutation({
    mutationFn: (reason: string) =>
      api.account(accountId).post('/findings/{findingId}/close', {
        path: { findingId },
        body: { outcome, reason },
        ifMatch: tag,
      }),
    successMessage: t('findings.close.done'),
    invalidates: keysAfterFinding(accountId, thirdpartyId),
    onSuccess: onClose,
    silent: true,
  })
  return (
    <ReasonDialog
      title={t('findings.close.title')}
      help={t('findings.close.help')}
      submit={t('findings.close.submit')}
      pending={close.isPending}
      error={close.error}
      onSubmit={(reason) => close.mutate(reason)}
      onClose={onClose}
    >
      {isUnsettled && <Notice tone="warning">{t('findings.close.unsettled')}</Notice>}
      <Radio.Group
        label={t('findings.close.outcome')}
        value={outcome}
        onChange={(chosen) => setOutcome(chosen === 'CLOSED' ? 'CLOSED' : 'DISMISSED')}
      >
        <Stack gap={8} mt={6}>
          {outcomes.map((one) => (
            <Radio
              key={one}
              value={one}
              label={t(`findings.close.outcomes.${one}`)}
              disabled={one === 'CLOSED' && isUnsettled}
            />
          ))}
        </Stack>
      </Radio.Group>
    </ReasonDialog>
  )
}

export function ReopenFindingDialog({ read, onClose }: Props) {
  const { t } = useTranslation()
  const { value, tag } = useSeen(read)
  const accountId = useAccountId()
  const { findingId, thirdpartyId } = value
  const reopen = useApiMutation({
    mutationFn: (reason: string) =>
      api.account(accountId).post('/findings/{findingId}/reopen', {
        path: { findingId },
        body: { reason },
        ifMatch: tag,
      }),
    successMessage: t('findings.reopen.done'),
    invalidates: keysAfterFinding(accountId, thirdpartyId),
    onSuccess: onClose,
    silent: true,
  })
  return (
    <ReasonDialog
      title={t('findings.reopen.title')}
      help={t('findings.reopen.help')}
      submit={t('findings.reopen.submit')}
      pending={reopen.isPending}
      error={reopen.error}
      onSubmit={(reason) => reopen.mutate(reason)}
      onClose={onClose}
    />
  )
}
