import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { api, saveFile } from '../../../api/index.ts'
import { useApiMutation } from '../../../ui/use-api-mutation.ts'
import { filterQuery } from './portfolio-search.ts'
import type { Portfolio } from './use-portfolio.ts'

/** All that the filters let through, however many pages that is. */
export function ExportButton({ portfolio }: { portfolio: Portfolio }) {
  const { t } = useTranslation()
  const { accountId, search } = portfolio
  const saving = useApiMutation({
    mutationFn: async () => {
      const query = filterQuery(search)
      const file = await api.account(accountId).download('/thirdparties/export.csv', { query })
      return saveFile(file, 'portfolio.csv')
    },
    successMessage: t('portfolio.exported'),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={17} stroke={1.7} aria-hidden="true" />}
      loading={saving.isPending}
      onClick={() => saving.mutate()}
    >
      {t('portfolio.export')}
    </Button>
  )
}
