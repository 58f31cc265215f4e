import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus, IconSitemap } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AskAdministrator } from '../../parts/roles/ask-administrator.tsx'
import { unitsQuery } from '../../parts/units/units.queries.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Surface } from '../../ui/surface.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useRights } from '../../ui/use-rights.ts'
import { AddUnit } from './add-unit.tsx'
import { UnitTree } from './unit-tree.tsx'

export function Units() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { administer } = useRights(accountId)
  const [adding, { open, close }] = useDisclosure(false)
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={open}>
      {t('units.add')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('units.title')}
        lead={administer ? t('units.lead') : undefined}
        actions={administer ? add : undefined}
      />
      {administer ? <UnitList accountId={accountId} /> : <AskAdministrator detail={t('units.reserved')} />}
      {adding && <AddUnit accountId={accountId} parentId={null} onClose={close} />}
    </>
  )
}

function UnitList({ accountId }: { accountId: number }) {
  const { t } = useTranslation()
  const query = useQuery(unitsQuery(accountId, true))
  if (query.isError) {
    const retry = () => void query.refetch()
    return <ProblemAlert title={t('units.loadFailed')} error={query.error} onRetry={retry} />
  }
  if (query.data?.length === 0) {
    return (
      <Surface>
        <TeachingState
          icon={<IconSitemap size={32} stroke={1.6} />}
          title={t('units.emptyTitle')}
          detail={t('units.emptyDetail')}
        />
      </Surface>
    )
  }
  return <UnitTree accountId={accountId} units={query.data ?? null} />
}
