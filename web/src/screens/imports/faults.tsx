import { Button, Group, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { useFormat } from '../../ui/format.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { faultsFile, faultsQuery, type ImportFault, type ImportRecord } from './imports.queries.ts'
import { saveBlob } from '../../ui/save-blob.ts'

/** Row by row what was not taken, and why. */
export function Faults({ accountId, record }: { accountId: number; record: ImportRecord }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { importId } = record
  const query = useInfiniteQuery(faultsQuery(accountId, importId))
  const saving = useApiMutation({
    mutationFn: async () => {
      const header = [t('imports.row'), t('imports.column'), t('imports.why')]
      saveBlob(await faultsFile(accountId, importId, header), `import-${importId}.csv`)
    },
  })
  const rows = query.data?.pages.flatMap(({ content }) => content) ?? null
  if (rows?.length === 0) return null
  const columns: Column<ImportFault & { nth: number }>[] = [
    { key: 'row', label: t('imports.row'), width: '90px', render: ({ row }) => format.number(row) },
    { key: 'column', label: t('imports.column'), render: ({ column }) => column },
    { key: 'why', label: t('imports.why'), render: ({ message }) => message },
  ]
  return (
    <section>
      <Group justify="space-between" mb="xs">
        <Title order={3} size="h5">
          {t('imports.faults')}
        </Title>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={15} aria-hidden="true" />}
          loading={saving.isPending}
          onClick={() => saving.mutate()}
        >
          {t('imports.downloadFaults')}
        </Button>
      </Group>
      <DataTable
        label={t('imports.faults')}
        columns={columns}
        rows={rows?.map((fault, nth) => ({ ...fault, nth })) ?? null}
        rowKey={({ nth }) => nth}
        skeletonRows={4}
      />
      <LoadMore query={query} />
    </section>
  )
}
