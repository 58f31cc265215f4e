import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AskAdministrator } from '../../parts/roles/ask-administrator.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Surface } from '../../ui/surface.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useRights } from '../../ui/use-rights.ts'
import { AddClient } from './add-client.tsx'
import { ClientTable } from './client-table.tsx'
import { clientsQuery } from './clients.queries.ts'

export function Clients() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { administer } = useRights(accountId)
  const [adding, { open, close }] = useDisclosure(false)
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={open}>
      {t('clients.add')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('clients.title')}
        lead={administer ? t('clients.lead') : undefined}
        actions={administer ? add : undefined}
      />
      {administer ? (
        <ClientList accountId={accountId} />
      ) : (
        <AskAdministrator detail={t('clients.reserved')} />
      )}
      {administer && <AddClient accountId={accountId} opened={adding} onClose={close} />}
    </>
  )
}

function ClientList({ accountId }: { accountId: number }) {
  const { t } = useTranslation()
  const query = useInfiniteQuery(clientsQuery(accountId))
  if (query.isError) {
    const retry = () => void query.refetch()
    return <ProblemAlert title={t('clients.loadFailed')} error={query.error} onRetry={retry} />
  }
  const all = query.data?.pages.flatMap((page) => page.content) ?? null
  if (all?.length === 0) {
    return (
      <Surface>
        <TeachingState
          icon={<IconKey size={32} stroke={1.6} />}
          title={t('clients.emptyTitle')}
          detail={t('clients.emptyDetail')}
        />
      </Surface>
    )
  }
  return (
    <>
      <ClientTable accountId={accountId} clients={all} />
      <LoadMore query={query} />
    </>
  )
}
