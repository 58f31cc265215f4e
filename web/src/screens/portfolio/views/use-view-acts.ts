import { useTranslation } from 'react-i18next'
import { api } from '../../../api/index.ts'
import { useApiMutation } from '../../../ui/use-api-mutation.ts'
import { viewContent, type Portfolio } from '../list/use-portfolio.ts'
import type { SavedView } from '../portfolio.queries.ts'

interface Named {
  name: string
  shared: boolean
}

/** What can be done to views. */
export function useViewActs(portfolio: Portfolio) {
  const { t } = useTranslation()
  const { accountId } = portfolio
  const refresh = [['saved-views', accountId]] as const
  const add = useApiMutation({
    mutationFn: (named: Named) =>
      api.account(accountId).post('/saved-views', { body: { ...viewContent(portfolio), ...named } }),
    successMessage: t('savedViews.added'),
    invalidates: refresh,
    onSuccess: portfolio.openView,
    silent: true,
  })
  const update = useApiMutation({
    mutationFn: ({ viewId, name, shared }: SavedView) =>
      api.account(accountId).put('/saved-views/{viewId}', {
        path: { viewId },
        body: { ...viewContent(portfolio), name, shared },
      }),
    successMessage: t('savedViews.updated'),
    invalidates: refresh,
    onSuccess: portfolio.openView,
  })
  const rename = useApiMutation({
    mutationFn: ({ view, name, shared }: Named & { view: SavedView }) => {
      const { viewId, list, filters, sort, columns } = view
      const body = { list, filters, sort, columns, name, shared }
      return api.account(accountId).put('/saved-views/{viewId}', { path: { viewId }, body })
    },
    successMessage: t('common.saved'),
    invalidates: refresh,
    silent: true,
  })
  const remove = useApiMutation({
    mutationFn: ({ viewId }: SavedView) =>
      api.account(accountId).delete('/saved-views/{viewId}', { path: { viewId } }),
    successMessage: t('savedViews.removed'),
    invalidates: refresh,
    onSuccess: () => portfolio.openView(null),
  })
  return { add, update, rename, remove }
}
