import { createRouter } from '@tanstack/react-router'
import { whenSessionEnds } from '../api/index.ts'
import { accountRoutes } from './account-routes.ts'
import { account, home, root, setPassword, signIn } from './entrance-routes.ts'
import { queryClient } from './query-client.ts'
import { settingsRoutes } from './settings-routes.ts'

export const router = createRouter({
  basepath: '/app',
  routeTree: root.addChildren([
    signIn,
    setPassword,
    home,
    account.addChildren([...accountRoutes, settingsRoutes]),
  ]),
  defaultPreload: 'intent',
  scrollRestoration: true,
})

whenSessionEnds(() => {
  const returnTo = router.state.location.href
  queryClient.clear()
  void router.navigate({ to: '/sign-in', search: { returnTo, ended: true } })
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface HistoryState {
    /** Cursors of a list's earlier pages, '' for the first: keyset paging knows no way back. */
    trail?: string[]
  }
}
