import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useFormat } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { Facts, Panel } from '../../ui/panel.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import type { Leaving } from './leaving.queries.ts'
import classes from './leaving.module.css'

interface Props {
  accountId: number
  leaving: Leaving
}

export function AccountDeletion({ accountId, leaving }: Props) {
  const { t } = useTranslation()
  const { deletion, graceDays } = leaving
  return (
    <Panel title={t('leaving.deletion.title')} help={t('leaving.deletion.help', { count: graceDays })}>
      {deletion === null ? (
        <AskDeletion accountId={accountId} leaving={leaving} />
      ) : (
        <AskedDeletion accountId={accountId} deletion={deletion} />
      )}
    </Panel>
  )
}

const consequences = ['shut', 'grace', 'gone', 'proof', 'backups'] as const

function AskDeletion({ accountId, leaving }: Props) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <ul className={classes.list}>
        {consequences.map((key) => (
          <li key={key}>{t(`leaving.deletion.consequences.${key}`, { count: leaving.graceDays })}</li>
        ))}
      </ul>
      <Button variant="default" c="var(--mantine-color-error)" onClick={() => setAsking(true)}>
        {t('leaving.deletion.ask')}
      </Button>
      {isAsking && (
        <DeleteAccountDialog accountId={accountId} leaving={leaving} onClose={() => setAsking(false)} />
      )}
    </>
  )
}

function AskedDeletion({
  accountId,
  deletion,
}: {
  accountId: number
  deletion: NonNullable<Leaving['deletion']>
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const { askedAt, askedBy, reason, dueAt, revocable } = deletion
  const who = askedBy.name ?? t(`leaving.deletion.by.${askedBy.type === 'OPERATOR' ? 'operator' : 'client'}`)
  return (
    <>
      <Notice tone="bad" title={t('leaving.deletion.dueTitle', { date: format.moment(dueAt) })}>
        <span>{t(revocable ? 'leaving.deletion.dueDetail' : 'leaving.deletion.finalDetail')}</span>
      </Notice>
      <Facts
        facts={[
          { label: t('leaving.deletion.askedBy'), value: who },
          { label: t('leaving.deletion.askedAt'), value: format.moment(askedAt) },
          { label: t('leaving.deletion.reason'), value: reason },
        ]}
      />
      {revocable && <TakeBack accountId={accountId} />}
    </>
  )
}

function TakeBack({ accountId }: { accountId: number }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const takeBack = useApiMutation({
    mutationFn: () => api.account(accountId).delete('/leaving/deletion'),
    successMessage: t('leaving.deletion.takenBack'),
    invalidates: [['leaving', accountId], ['me']],
    onSuccess: () => setAsking(false),
  })
  return (
    <>
      <Button mt="md" onClick={() => setAsking(true)}>
        {t('leaving.deletion.takeBack')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('leaving.deletion.takeBackTitle')}
        detail={t('leaving.deletion.takeBackDetail')}
        confirm={t('leaving.deletion.takeBack')}
        onConfirm={() => takeBack.mutate()}
        pending={takeBack.isPending}
      />
    </>
  )
}
