import { Button, Checkbox } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAlertOctagon, IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AddFindingDialog } from '../../../parts/findings/add-finding-dialog.tsx'
import { FindingDrawer } from '../../../parts/findings/finding-drawer.tsx'
import { companyFindingsQuery } from '../../../parts/findings/findings.queries.ts'
import { useFindingColumns } from '../../../parts/findings/use-finding-columns.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { TeachingState } from '../../../ui/teaching-state.tsx'
import { useRights } from '../../../ui/use-rights.ts'
import type { Company } from '../thirdparty.queries.ts'
import { useThirdPartyIds } from '../use-third-party-ids.ts'

const route = '/account/$accountId/thirdparties/$thirdpartyId' as const

/** What is wrong at this company; the one that is looked at stands in the address. */
export function FindingsTab({ record }: { record: Company }) {
  const { t } = useTranslation()
  const ids = useThirdPartyIds()
  const { manage, decide } = useRights(ids.accountId)
  const [isAdding, adding] = useDisclosure(false)
  const { finding } = useSearch({ from: route })
  const navigate = useNavigate({ from: route })
  const show = (findingId?: number) =>
    void navigate({
      search: { tab: 'findings', ...(findingId !== undefined && { finding: findingId }) },
      replace: findingId === undefined,
      resetScroll: false,
    })
  const add = (
    <Button size="xs" leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={adding.open}>
      {t('findings.add.open')}
    </Button>
  )
  const mayAdd = (manage || decide) && !record.archived
  return (
    <Panel title={t('findings.title')} help={t('findings.help')} actions={mayAdd ? add : undefined}>
      <FindingList onShow={show} />
      <FindingDrawer findingId={finding ?? null} onClose={() => show()} />
      {isAdding && (
        <AddFindingDialog
          thirdpartyId={ids.thirdpartyId}
          onClose={adding.close}
          onOpened={({ findingId }) => show(findingId)}
        />
      )}
    </Panel>
  )
}

function FindingList({ onShow }: { onShow: (findingId: number) => void }) {
  const { t } = useTranslation()
  const [withEnded, setWithEnded] = useState(false)
  const list = useInfiniteQuery(companyFindingsQuery(useThirdPartyIds(), withEnded))
  const columns = useFindingColumns({ onShow, withCompany: false })
  const rows = list.data?.pages.flatMap(({ content }) => content) ?? null
  return (
    <>
      <Checkbox
        size="sm"
        mb="sm"
        label={t('findings.withClosed')}
        checked={withEnded}
        onChange={(event) => setWithEnded(event.currentTarget.checked)}
      />
      {list.isError && (
        <ProblemAlert title={t('findings.failed')} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {rows?.length === 0 && (
        <TeachingState
          icon={<IconAlertOctagon size={32} stroke={1.6} />}
          title={t('findings.emptyHere')}
          detail={t('findings.emptyHereDetail')}
        />
      )}
      {rows?.length !== 0 && !(list.isError && rows === null) && (
        <DataTable
          label={t('findings.title')}
          columns={columns}
          rows={rows}
          rowKey={({ findingId }) => findingId}
          skeletonRows={3}
        />
      )}
      <LoadMore query={list} />
    </>
  )
}
