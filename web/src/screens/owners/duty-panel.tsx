import { Button, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type Answer } from '../../api/index.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { keysAfterHandOver } from '../../parts/owners/owners.queries.ts'
import { PartyInput } from '../../parts/owners/party-input.tsx'
import { partyBody, partyText, readParty } from '../../parts/owners/party.ts'
import { Panel } from '../../ui/panel.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import classes from './owners.module.css'
import { dutyQuery } from './owners-page.queries.ts'

type Duty = Answer<'getDutyHolder'>

interface Props {
  accountId: number
  mayChange: boolean
}

export function DutyPanel({ accountId, mayChange }: Props) {
  const { t } = useTranslation()
  const [choosing, { open, close }] = useDisclosure(false)
  const query = useQuery(dutyQuery(accountId))
  const choose = (
    <Button
      variant="default"
      size="xs"
      aria-label={t('owners.duty.change')}
      onClick={open}
      disabled={query.data === undefined}
    >
      {t('common.change')}
    </Button>
  )
  const retry = () => void query.refetch()
  return (
    <Panel
      title={t('owners.duty.title')}
      help={t('owners.duty.help')}
      actions={mayChange ? choose : undefined}
    >
      {query.isError && (
        <ProblemAlert title={t('owners.duty.loadFailed')} error={query.error} onRetry={retry} />
      )}
      {query.isPending && <Skeleton height={44} />}
      {query.data !== undefined && <Holder duty={query.data.value} />}
      {choosing && query.data !== undefined && (
        <ChooseHolder accountId={accountId} duty={query.data.value} tag={query.data.tag} onClose={close} />
      )}
    </Panel>
  )
}

function Holder({ duty: { holder, chosen } }: { duty: Duty }) {
  const { t } = useTranslation()
  const why =
    chosen === null
      ? t('owners.duty.byDefault')
      : chosen.active
        ? t('owners.duty.chosen')
        : t('owners.duty.cannotAct', { name: chosen.name ?? t('owners.unknown') })
  return (
    <div className={classes.words}>
      <span className={classes.name}>
        {t('owners.duty.now', { name: holder?.name ?? t('owners.nobody') })}
      </span>
      <span className={classes.quiet}>{why}</span>
    </div>
  )
}

interface ChooseProps {
  accountId: number
  duty: Duty
  tag: string | null
  onClose: () => void
}

function ChooseHolder({ accountId, duty: { chosen }, tag, onClose }: ChooseProps) {
  const { t } = useTranslation()
  const before = chosen === null ? null : partyText(chosen)
  const [holder, setHolder] = useState(before)
  const change = useApiMutation({
    mutationFn: () => {
      const body = { chosen: holder === null ? null : partyBody(readParty(holder)) }
      return api.account(accountId).put('/duty-holder', { body, ifMatch: tag })
    },
    successMessage: t('common.saved'),
    invalidates: keysAfterHandOver(accountId),
    onSuccess: onClose,
    silent: true,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('owners.duty.change')}
      submit={t('common.save')}
      onSubmit={() => change.mutate()}
      pending={change.isPending}
      error={change.error}
      disabled={holder === before}
    >
      <PartyInput
        accountId={accountId}
        label={t('owners.duty.field')}
        description={t('owners.duty.fieldHelp')}
        value={holder}
        onChange={setHolder}
        autofocus
      />
    </FormDialog>
  )
}
