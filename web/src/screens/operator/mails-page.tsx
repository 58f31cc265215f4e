import { Button, NumberInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { operatorSession, type Answer } from '../../api/index.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { useFormat } from '../../ui/format.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import classes from './operator.module.css'

type Mails = Answer<'readOperatorMails'>

export function MailsPage() {
  const { t } = useTranslation()
  const [accountId, setAccountId] = useState<number | null>(null)
  const [typed, setTyped] = useState<number | string>('')
  const query = useQuery({
    queryKey: ['operator', 'mails', accountId],
    queryFn: ({ signal }) =>
      operatorSession.get('/api/operator/accounts/{accountId}/mails', {
        path: { accountId: accountId ?? 0 },
        signal,
      }),
    enabled: accountId !== null,
  })
  return (
    <>
      <PageHeader title={t('operatorPlace.mails')} lead={t('operatorPlace.mailsLead')} />
      <div className={classes.quota}>
        <NumberInput
          label={t('operatorPlace.accountNumber')}
          min={1}
          value={typed}
          onChange={setTyped}
          hideControls
        />
        <Button disabled={typeof typed !== 'number'} onClick={() => setAccountId(Number(typed))}>
          {t('operatorPlace.show')}
        </Button>
      </div>
      {query.isError && <ProblemAlert title={t('operatorPlace.loadFailed')} error={query.error} />}
      {query.data && accountId !== null && <MailTables mails={query.data} accountId={accountId} />}
    </>
  )
}

function MailTables({ mails, accountId }: { mails: Mails; accountId: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const resend = useApiMutation({
    mutationFn: (mailId: number) =>
      operatorSession.post('/api/operator/accounts/{accountId}/mails/resend', {
        path: { accountId },
        body: { mailIds: [mailId] },
      }),
    successMessage: ({ changed }) => t('operatorPlace.resent', { count: changed }),
    invalidates: [['operator', 'mails', accountId]],
  })
  return (
    <div className={classes.stack}>
      {mails.days.length === 0 && <p>{t('operatorPlace.nothing')}</p>}
      <DataTable
        label={t('operatorPlace.mails')}
        rows={mails.days}
        rowKey={({ day }) => day}
        columns={[
          { key: 'day', label: t('operatorPlace.day'), render: ({ day }) => format.date(day) },
          { key: 'waiting', label: t('operatorPlace.waiting'), align: 'end', render: (row) => row.waiting },
          { key: 'sent', label: t('operatorPlace.sent'), align: 'end', render: (row) => row.sent },
          { key: 'refused', label: t('operatorPlace.refused'), align: 'end', render: (row) => row.refused },
        ]}
      />
      {mails.refused.length > 0 && (
        <Panel title={t('operatorPlace.refused')}>
          <DataTable
            label={t('operatorPlace.refused')}
            rows={mails.refused}
            rowKey={({ mailId }) => mailId}
            columns={[
              { key: 'to', label: t('operatorPlace.recipient'), render: ({ recipient }) => recipient },
              { key: 'kind', label: t('operatorPlace.template'), render: ({ template }) => template },
              {
                key: 'fault',
                label: t('operatorPlace.lastFault'),
                render: ({ fault, delivery }) => fault ?? delivery,
              },
              {
                key: 'act',
                label: t('operatorPlace.resend'),
                hideLabel: true,
                render: ({ mailId }) => (
                  <Button size="compact-sm" variant="subtle" onClick={() => resend.mutate(mailId)}>
                    {t('operatorPlace.resend')}
                  </Button>
                ),
              },
            ]}
          />
        </Panel>
      )}
    </div>
  )
}
