import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import type { DocumentType } from './catalogue.queries.ts'

/** Undone as easily as done, so it asks no question. */
export function ArchiveType({ type: { code, archived } }: { type: DocumentType }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const changing = useApiMutation({
    mutationFn: () =>
      api
        .account(accountId)
        .post(archived ? '/document-types/{code}/reactivate' : '/document-types/{code}/archive', {
          path: { code },
        }),
    successMessage: archived ? t('catalogue.reactivated') : t('catalogue.nowArchived'),
    invalidates: [['document-types', accountId]],
  })
  return (
    <Button variant="default" loading={changing.isPending} onClick={() => changing.mutate()}>
      {archived ? t('catalogue.reactivate') : t('catalogue.archive')}
    </Button>
  )
}
