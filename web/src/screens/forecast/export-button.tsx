import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { api, saveFile } from '../../api/index.ts'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import type { Reason } from './forecast.queries.ts'

interface Props {
  days: number
  chosen: readonly Reason[]
  isEmpty: boolean
}

/** All that ends in this time, however many pages that is. */
export function ExportButton({ days, chosen, isEmpty }: Props) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const saving = useApiMutation({
    mutationFn: async () => {
      const query = { days, reason: [...chosen] }
      return saveFile(await api.account(accountId).download('/forecast.csv', { query }), 'due-dates.csv')
    },
    successMessage: t('forecast.exported'),
  })
  return (
    <Button
      variant="default"
      disabled={isEmpty}
      leftSection={<IconDownload size={17} stroke={1.7} aria-hidden="true" />}
      loading={saving.isPending}
      onClick={() => saving.mutate()}
    >
      {t('forecast.export')}
    </Button>
  )
}
