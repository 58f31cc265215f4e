import type { TFunction } from 'i18next'
import { Button, Modal, NumberInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { operatorSession, type Answer } from '../../api/index.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { useFormat } from '../../ui/format.ts'
import { Pill } from '../../ui/pill.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { ReadPage } from './read-page.tsx'
import classes from './operator.module.css'

type Account = Answer<'listOperatorAccounts'>['content'][number]
type Quota = Account['quotas'][number]
const accountsKey = ['operator', 'accounts'] as const

export function AccountsPage() {
  const { t } = useTranslation()
  const [after, setAfter] = useState(0)
  const [chosen, setChosen] = useState<number | null>(null)
  const columns = useColumns(setChosen)
  return (
    <ReadPage
      name="accounts"
      of={after}
      read={(signal) => operatorSession.get('/api/operator/accounts', { query: { after }, signal })}
    >
      {({ content, next }) => (
        <>
          <DataTable
            label={t('operatorPlace.accounts')}
            rows={content}
            rowKey={({ accountId }) => accountId}
            columns={columns}
          />
          {(after > 0 || next !== null) && (
            <div className={classes.quota}>
              {after > 0 && (
                <Button variant="default" onClick={() => setAfter(0)}>
                  {t('operatorPlace.first')}
                </Button>
              )}
              {next !== null && (
                <Button variant="default" onClick={() => setAfter(next)}>
                  {t('operatorPlace.more')}
                </Button>
              )}
            </div>
          )}
          <p className={classes.reason}>
            {t('operatorPlace.leaving')} <code>vigie account export|suspend|resume|delete</code>
          </p>
          <Quotas
            account={content.find(({ accountId }) => accountId === chosen)}
            onClose={() => setChosen(null)}
          />
        </>
      )}
    </ReadPage>
  )
}

const journalColumns = (t: TFunction, format: ReturnType<typeof useFormat>): Column<Account>[] => [
  {
    key: 'journal',
    label: t('operatorPlace.journal'),
    render: ({ journal }) =>
      t('operatorPlace.journalEvents', { count: journal.seq, events: format.number(journal.seq) }),
  },
  {
    key: 'checkpoint',
    label: t('operatorPlace.checkpoint'),
    render: ({ journal: { checkpointAt, anchorsWaiting } }) => (
      <span className={classes.lines}>
        <span>{checkpointAt === null ? t('operatorPlace.never') : format.ago(checkpointAt)}</span>
        {anchorsWaiting > 0 && (
          <span>{t('operatorPlace.anchors', { waiting: format.number(anchorsWaiting) })}</span>
        )}
      </span>
    ),
  },
  {
    key: 'verified',
    label: t('operatorPlace.verified'),
    render: ({ journal }) => <Verified journal={journal} />,
  },
]

function useColumns(choose: (accountId: number) => void): Column<Account>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const counted = (amount: string, hasMore: boolean) =>
    hasMore ? t('operatorPlace.atLeast', { amount }) : amount
  return [
    {
      key: 'account',
      label: t('operatorPlace.account'),
      render: ({ name, accountId }) => `${name} (${accountId})`,
    },
    {
      key: 'standing',
      label: t('operatorPlace.standing'),
      render: ({ standing }) => <Standing standing={standing} />,
    },
    {
      key: 'companies',
      label: t('operatorPlace.companies'),
      align: 'end',
      render: (row) => format.number(row.companies),
    },
    {
      key: 'users',
      label: t('operatorPlace.users'),
      align: 'end',
      render: ({ users }) => format.number(users),
    },
    {
      key: 'storage',
      label: t('operatorPlace.storage'),
      align: 'end',
      render: ({ bytes, files, hasMoreFiles }) => (
        <span className={classes.lines}>
          <span>{counted(format.bytes(bytes), hasMoreFiles)}</span>
          <span>{t('operatorPlace.filesOf', { files: counted(format.number(files), hasMoreFiles) })}</span>
        </span>
      ),
    },
    ...journalColumns(t, format),
    {
      key: 'acts',
      label: t('operatorPlace.quotas'),
      hideLabel: true,
      render: ({ accountId }) => <Acts accountId={accountId} choose={choose} />,
    },
  ]
}

function Acts({ accountId, choose }: { accountId: number; choose: (accountId: number) => void }) {
  const { t } = useTranslation()
  const verify = useApiMutation({
    mutationFn: () =>
      operatorSession.post('/api/operator/accounts/{accountId}/journal/verify', { path: { accountId } }),
    successMessage: t('operatorPlace.verifyAsked'),
    invalidates: [accountsKey],
  })
  return (
    <div className={classes.acts}>
      <Button size="compact-sm" variant="subtle" onClick={() => choose(accountId)}>
        {t('operatorPlace.quotas')}
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={() => verify.mutate()}>
        {t('operatorPlace.verify')}
      </Button>
    </div>
  )
}

function Standing({ standing }: Pick<Account, 'standing'>) {
  const { t } = useTranslation()
  const format = useFormat()
  if (standing === null) return t('operatorPlace.inUse')
  const { state, deletionDueAt } = standing
  return (
    <span className={classes.lines}>
      <span>
        <Pill tone={state === 'DELETING' ? 'bad' : 'warning'}>{t(`operatorPlace.${state}`)}</Pill>
      </span>
      {deletionDueAt !== null && (
        <span>{t('operatorPlace.deletionDue', { date: format.date(deletionDueAt) })}</span>
      )}
    </span>
  )
}

function Verified({ journal }: Pick<Account, 'journal'>) {
  const { t } = useTranslation()
  const format = useFormat()
  const { verificationAskedAt, verifiedAt, brokenSeq } = journal
  if (brokenSeq !== null) return t('operatorPlace.broken', { seq: brokenSeq })
  if (verificationAskedAt !== null && (verifiedAt === null || verifiedAt < verificationAskedAt))
    return t('operatorPlace.underWay')
  return verifiedAt === null ? t('operatorPlace.never') : format.ago(verifiedAt)
}

function Quotas({ account, onClose }: { account: Account | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const title = account && t('operatorPlace.changeQuotas', { name: account.name })
  return (
    <Modal opened={account !== undefined} onClose={onClose} title={title}>
      {account?.quotas.map((quota) => (
        <QuotaField key={`${quota.quota} ${quota.most}`} accountId={account.accountId} quota={quota} />
      ))}
    </Modal>
  )
}

function QuotaField({ accountId, quota: { quota, most, own } }: { accountId: number; quota: Quota }) {
  const { t } = useTranslation()
  const [value, setValue] = useState<number | string>(most)
  const change = useApiMutation({
    mutationFn: (wanted: number | null) =>
      operatorSession.put('/api/operator/accounts/{accountId}/quotas/{quota}', {
        path: { accountId, quota },
        body: { most: wanted },
      }),
    successMessage: t('operatorPlace.quotaSaved'),
    invalidates: [accountsKey],
  })
  return (
    <div className={classes.quota}>
      <NumberInput
        label={t(`operatorPlace.${quota}`)}
        description={t(own ? 'operatorPlace.quotaOwn' : 'operatorPlace.quotaUsual')}
        min={1}
        max={1_000_000}
        value={value}
        onChange={setValue}
      />
      <Button disabled={typeof value !== 'number'} onClick={() => change.mutate(Number(value))}>
        {t('operatorPlace.save')}
      </Button>
      {own && (
        <Button variant="default" onClick={() => change.mutate(null)}>
          {t('operatorPlace.giveBack')}
        </Button>
      )}
    </div>
  )
}
