import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { hasSession, meQuery, whenSessionEnds } from '../api/index.ts'
import { PageFault } from '../screens/not-found/page-fault.tsx'
import { NotFound } from '../screens/not-found/not-found.tsx'
import { Shell } from '../screens/shell/shell.tsx'
import { SetPassword } from '../screens/set-password/set-password.tsx'
import { SignIn } from '../screens/sign-in/sign-in.tsx'
import { queryClient } from './query-client.ts'

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound, errorComponent: PageFault })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (
    search: Record<string, unknown>,
  ): { returnTo?: string; error?: string; ended?: boolean; passwordSet?: boolean } => ({
    ...(text(search['returnTo']) !== undefined && { returnTo: String(search['returnTo']) }),
    ...(text(search['error']) !== undefined && { error: String(search['error']) }),
    ...(search['ended'] === true && { ended: true }),
    ...(search['passwordSet'] === true && { passwordSet: true }),
  }),
  component: SignIn,
})

const setPassword = createRoute({ getParentRoute: () => root, path: '/set-password', component: SetPassword })

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ location }) => {
    await requireSession(location.href)
    const { accounts } = await queryClient.ensureQueryData(meQuery)
    const accountId = accounts[0]?.accountId ?? 0
    redirect({ to: '/account/$accountId/thirdparties', params: { accountId }, replace: true, throw: true })
  },
})

const account = createRoute({
  getParentRoute: () => root,
  path: '/account/$accountId',
  params: {
    parse: ({ accountId }) => ({ accountId: Number(accountId) }),
    stringify: ({ accountId }) => ({ accountId: String(accountId) }),
  },
  beforeLoad: ({ location }) => requireSession(location.href),
  loader: () => queryClient.ensureQueryData(meQuery),
  component: Shell,
})

const portfolio = createRoute({
  getParentRoute: () => account,
  path: '/thirdparties',
  validateSearch: (search: Record<string, unknown>): { cursor?: string } => {
    const cursor = text(search['cursor'])
    return cursor === undefined ? {} : { cursor }
  },
  component: lazyRouteComponent(() => import('../screens/portfolio/portfolio.tsx'), 'Portfolio'),
})

const thirdparty = createRoute({
  getParentRoute: () => account,
  path: '/thirdparties/$thirdpartyId',
  params: {
    parse: ({ thirdpartyId }) => ({ thirdpartyId: Number(thirdpartyId) }),
    stringify: ({ thirdpartyId }) => ({ thirdpartyId: String(thirdpartyId) }),
  },
  component: lazyRouteComponent(() => import('../screens/thirdparty/thirdparty.tsx'), 'ThirdPartyPage'),
})

const mailbox = createRoute({
  getParentRoute: () => account,
  path: '/mailbox',
  validateSearch: (search: Record<string, unknown>): { mail?: number } =>
    Number.isSafeInteger(search['mail']) ? { mail: search['mail'] as number } : {},
  component: lazyRouteComponent(() => import('../screens/mailbox/mailbox.tsx'), 'Mailbox'),
})

async function requireSession(href: string): Promise<void> {
  if (await hasSession()) return
  redirect({ to: '/sign-in', search: href === '/' ? {} : { returnTo: href }, throw: true })
}

export const router = createRouter({
  basepath: '/app',
  routeTree: root.addChildren([
    signIn,
    setPassword,
    home,
    account.addChildren([portfolio, thirdparty, mailbox]),
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
    /** Cursors of the portfolio's earlier pages, '' for the first: keyset paging knows no way back. */
    trail?: string[]
  }
}
