import { Button } from '@mantine/core'
import { IconBan, IconPaperclip, IconPencil } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, meQuery, type Answer, type Tagged } from '../../api/index.ts'
import { ActionsMenu } from '../../ui/actions-menu.tsx'
import { useFormat } from '../../ui/format.ts'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { useRights } from '../../ui/use-rights.ts'
import { ActionDialog, ActionReasonDialog, EvidenceDialog } from './action-dialogs.tsx'
import { EvidenceList } from './evidence-list.tsx'
import { ActionStatePill } from './finding-pills.tsx'
import classes from './findings.module.css'
import { isEnded, keysAfterFinding, type CorrectiveAction, type Finding } from './findings.queries.ts'
import { useWho } from './use-who.ts'

interface Props {
  read: Tagged<Finding>
  action: CorrectiveAction
}

type Opened = 'change' | 'cancel' | 'refuse' | 'evidence'

export function ActionCard({ read, action }: Props) {
  const { t } = useTranslation()
  const rights = useRights(useAccountId())
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const { title, state } = action
  const isLive = !isEnded(read.value) && (state === 'OPEN' || state === 'SUBMITTED')
  const mayWrite = isLive && (rights.manage || rights.decide)
  return (
    <article className={classes.card}>
      <div className={classes.cardHead}>
        <h4 className={classes.cardTitle}>{title}</h4>
        {mayWrite && (
          <ActionsMenu
            label={t('findings.action.menu', { title })}
            actions={[
              { label: t('findings.action.change'), icon: IconPencil, onClick: () => setOpened('change') },
              {
                label: t('findings.action.evidence'),
                icon: IconPaperclip,
                onClick: () => setOpened('evidence'),
              },
              { label: t('findings.action.cancel'), icon: IconBan, onClick: () => setOpened('cancel') },
            ]}
          />
        )}
      </div>
      <ActionFacts action={action} />
      <EvidenceList action={action} />
      {isLive && state === 'SUBMITTED' && rights.decide && (
        <Verification read={read} action={action} onRefuse={() => setOpened('refuse')} />
      )}
      {opened === 'change' && <ActionDialog read={read} action={action} onClose={close} />}
      {opened === 'evidence' && <EvidenceDialog read={read} action={action} onClose={close} />}
      {(opened === 'cancel' || opened === 'refuse') && (
        <ActionReasonDialog read={read} action={action} deed={opened} onClose={close} />
      )}
    </article>
  )
}

function ActionFacts({ action }: { action: CorrectiveAction }) {
  const { t } = useTranslation()
  const format = useFormat()
  const who = useWho()
  const { state, dueOn, overdue, contact, remark, decidedAt, decidedBy } = action
  const date = format.date(dueOn)
  const isSettled = state === 'ACCEPTED' || state === 'CANCELLED'
  return (
    <>
      <div className={classes.line}>
        <ActionStatePill state={state} />
        {overdue ? (
          <span className={classes.late}>{t('findings.dueLate', { date })}</span>
        ) : (
          <span className={classes.quiet}>{t('findings.due', { date })}</span>
        )}
        <span className={classes.quiet}>
          {contact === null
            ? t('findings.nobody')
            : t(contact.active ? 'findings.contact' : 'findings.contactGone', { name: contact.name })}
        </span>
      </div>
      {remark !== null && (
        <p className={classes.words}>
          {t(state === 'CANCELLED' ? 'findings.cancelled' : 'findings.remark', { remark })}
        </p>
      )}
      {isSettled && decidedAt !== null && decidedBy !== null && (
        <p className={classes.quiet}>
          {t('findings.decided', {
            state: t(`findings.actionState.${state}`),
            date: format.day(decidedAt),
            name: who(decidedBy),
          })}
        </p>
      )}
    </>
  )
}

/** Whoever sent the evidence cannot verify it, and nobody can before its files are inspected. */
function Verification({ read, action, onRefuse }: Props & { onRefuse: () => void }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { kind, id } = useSuspenseQuery(meQuery).data as unknown as Answer<'getMe'>
  const { actionId, evidences, round } = action
  const accept = useApiMutation({
    mutationFn: () =>
      api.account(accountId).post('/corrective-actions/{actionId}/verify', {
        path: { actionId },
        body: { verdict: 'ACCEPTED' },
        ifMatch: read.tag,
      }),
    successMessage: t('findings.action.acceptDone'),
    invalidates: keysAfterFinding(accountId, read.value.thirdpartyId),
  })
  const current = evidences.filter((one) => one.round === round)
  if (current.some(({ sentBy }) => sentBy.type === kind && sentBy.id === id)) {
    return <p className={classes.quiet}>{t('findings.own')}</p>
  }
  if (current.some(({ fileState }) => fileState === 'PENDING')) {
    return <p className={classes.quiet}>{t('findings.checking')}</p>
  }
  return (
    <div className={classes.buttons}>
      <Button size="xs" color="#18743f" loading={accept.isPending} onClick={() => accept.mutate()}>
        {t('findings.action.accept')}
      </Button>
      <Button size="xs" variant="default" onClick={onRefuse}>
        {t('findings.action.refuse')}
      </Button>
    </div>
  )
}
