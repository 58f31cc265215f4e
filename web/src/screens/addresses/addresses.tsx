import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type Answer } from '../../api/index.ts'
import { locksCallerOut, namesRanges, RangesInput, readRanges } from '../../parts/addresses/ranges-input.tsx'
import { AskAdministrator } from '../../parts/roles/ask-administrator.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Surface } from '../../ui/surface.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { useRights } from '../../ui/use-rights.ts'
import classes from './addresses.module.css'

type Allowed = Answer<'getAllowedAddresses'>
const path = '/administration/allowed-addresses'

const allowedQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['allowed-addresses', accountId],
    queryFn: ({ signal }) => api.account(accountId).get(path, { signal }),
  })

/** From where the account may be used. */
export function AllowedAddresses() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { administer } = useRights(accountId)
  return (
    <>
      <PageHeader title={t('addresses.title')} lead={administer ? t('addresses.lead') : undefined} />
      {administer ? (
        <AllowedAddressesForm accountId={accountId} />
      ) : (
        <AskAdministrator detail={t('addresses.reserved')} />
      )}
    </>
  )
}

function AllowedAddressesForm({ accountId }: { accountId: number }) {
  const { t } = useTranslation()
  const allowed = useQuery(allowedQuery(accountId))
  if (allowed.isError) {
    const retry = () => void allowed.refetch()
    return <ProblemAlert title={t('addresses.loadFailed')} error={allowed.error} onRetry={retry} />
  }
  return (
    <Surface className={classes.form}>
      {allowed.data ? (
        <RangesForm key={allowed.data.addresses.join()} accountId={accountId} allowed={allowed.data} />
      ) : (
        <Skeleton height={150} />
      )}
    </Surface>
  )
}

function saveAddresses(accountId: number, text: string, force: boolean) {
  return api.account(accountId).put(path, { body: { addresses: readRanges(text), force } })
}

function RangesForm({ accountId, allowed }: { accountId: number; allowed: Allowed }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const saved = allowed.addresses.join('\n')
  const [text, setText] = useState(saved)
  const saving = useApiMutation({
    mutationFn: (force: boolean) => saveAddresses(accountId, text, force),
    successMessage: t('common.saved'),
    onSuccess: (answer) => queries.setQueryData(allowedQuery(accountId).queryKey, answer),
    silent: true,
  })
  const wouldLockOut = locksCallerOut(saving.error)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate(false)
      }}
    >
      <Stack gap="md">
        <Notice tone={allowed.addresses.length > 0 ? 'good' : 'info'}>
          {allowed.addresses.length > 0 ? t('addresses.closed') : t('addresses.open')}
        </Notice>
        <RangesInput label={t('addresses.ranges')} value={text} onChange={setText} problem={saving.error} />
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {t('addresses.yours', { address: allowed.yourAddress })}
          </Text>
          {!readRanges(text).includes(allowed.yourAddress) && (
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => setText(`${text.trimEnd()}\n${allowed.yourAddress}`.trimStart())}
            >
              {t('addresses.addYours')}
            </Button>
          )}
        </Group>
        {saving.error && !wouldLockOut && !namesRanges(saving.error) && (
          <ProblemAlert title={t('common.notDone')} error={saving.error} />
        )}
        <Group>
          <Button type="submit" loading={saving.isPending} disabled={text.trim() === saved}>
            {t('common.save')}
          </Button>
        </Group>
      </Stack>
      <ConfirmDialog
        opened={wouldLockOut}
        onClose={saving.reset}
        title={t('addresses.lockOutTitle')}
        detail={t('addresses.lockOutDetail', { address: allowed.yourAddress })}
        confirm={t('addresses.lockOutConfirm')}
        tone="danger"
        onConfirm={() => saving.mutate(true)}
        pending={saving.isPending}
      />
    </form>
  )
}
