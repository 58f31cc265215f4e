import { createRouter } from '@tanstack/react-router'
import { accountRoutes } from './account-routes.ts'
import {
  account,
  forgotPassword,
  home,
  invitation,
  ownInvitations,
  root,
  security,
  setPassword,
  signIn,
} from './entrance-routes.ts'
import { parseSearch, stringifySearch } from './search-params.ts'
import { settingsRoutes } from './settings-routes.ts'

export const router = createRouter({
  basepath: '/app',
  routeTree: root.addChildren([
    signIn,
    setPassword,
    forgotPassword,
    invitation,
    ownInvitations,
    security,
    home,
    account.addChildren([...accountRoutes, settingsRoutes]),
  ]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface HistoryState {
    /** Cursors of a list's earlier pages, '' for the first: keyset paging knows no way back. */
    trail?: string[]
    /** The address somebody signs in with, from page to page in front of the door; too private for the address bar. */
    email?: string
  }
}
