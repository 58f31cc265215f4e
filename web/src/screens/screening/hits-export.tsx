import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { api, saveFile } from '../../api/index.ts'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { useRights } from '../../ui/use-rights.ts'
import { wireFilter, type HitFilter } from './screening.queries.ts'

/** All hits that the filters let through, with their decisions; for whoever decides or audits. */
export function HitsExport({ filter }: { filter: HitFilter }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { decide, audit } = useRights(accountId)
  const saving = useApiMutation({
    mutationFn: async () => {
      const query = wireFilter(filter)
      const file = await api.account(accountId).download('/screening/hits/export.csv', { query })
      return saveFile(file, 'screening-hits.csv')
    },
    successMessage: t('screening.exported'),
    invalidates: [['administration-journal', accountId]],
  })
  if (!decide && !audit) return null
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={17} stroke={1.7} aria-hidden="true" />}
      loading={saving.isPending}
      onClick={() => saving.mutate()}
    >
      {t('screening.export')}
    </Button>
  )
}
