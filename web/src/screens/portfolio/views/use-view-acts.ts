import { useTranslation } from 'react-i18next'
import { api } from '../../../api/index.ts'
import { useAct } from '../../../ui/use-act.ts'
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
  const add = useAct({
    act: (named: Named) =>
      api.account(accountId).post('/saved-views', { body: { ...viewContent(portfolio), ...named } }),
    done: t('savedViews.added'),
    refresh,
    onDone: portfolio.openView,
    silent: true,
  })
  const update = useAct({
    act: ({ viewId, name, shared }: SavedView) =>
      api.account(accountId).put('/saved-views/{viewId}', {
        path: { viewId },
        body: { ...viewContent(portfolio), name, shared },
      }),
    done: t('savedViews.updated'),
    refresh,
    onDone: portfolio.openView,
  })
  const rename = useAct({
    act: ({ view, name, shared }: Named & { view: SavedView }) => {
      const { viewId, list, filters, sort, columns } = view
      const body = { list, filters, sort, columns, name, shared }
      return api.account(accountId).put('/saved-views/{viewId}', { path: { viewId }, body })
    },
    done: t('common.saved'),
    refresh,
    silent: true,
  })
  const remove = useAct({
    act: ({ viewId }: SavedView) =>
      api.account(accountId).delete('/saved-views/{viewId}', { path: { viewId } }),
    done: t('savedViews.removed'),
    refresh,
    onDone: () => portfolio.openView(null),
  })
  return { add, update, rename, remove }
}
