import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, type Body } from '../../api/index.ts'
import { screeningSettingsQuery } from '../../parts/screening/screening.queries.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'

export type SettingsChange = Body<'changeScreeningSettings'>

interface Change {
  change: SettingsChange
  /** Of the settings as they were read: nobody overwrites what they have not seen. */
  tag: string | null
}

/** A refusal is told beside the page: the form shows what somebody else has saved. */
export function useChangeSettings(accountId: number) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { queryKey } = screeningSettingsQuery(accountId)
  return useApiMutation({
    mutationFn: async ({ change, tag }: Change) => {
      try {
        return await api.account(accountId).patch('/screening/settings', { body: change, ifMatch: tag })
      } finally {
        // Also when it was refused: somebody else may have been faster.
        void queries.invalidateQueries({ queryKey })
      }
    },
    successMessage: t('common.saved'),
    invalidates: [
      ['screening-lists', accountId],
      ['settings', accountId],
    ],
  })
}
