import { createRootRoute, createRoute, Outlet, redirect, type ParsedLocation } from '@tanstack/react-router'
import { hasSession, meQuery } from '../api/index.ts'
import { NotFound } from '../screens/not-found/not-found.tsx'
import { PageFault } from '../screens/not-found/page-fault.tsx'
import { queryClient } from './query-client.ts'
import { screen } from './screen.ts'
import { given, numberParam, text, whole, type Search } from './search-params.ts'

export const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: PageFault,
})

const isTrue = (value: unknown) => (value === true ? true : undefined)

export const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search: Search) =>
    given({
      returnTo: text(search['returnTo']),
      error: text(search['error']),
      // The one whose provider refused, or whose page was wanted.
      account: whole(search['account']),
      ended: isTrue(search['ended']),
      passwordSet: isTrue(search['passwordSet']),
      accepted: isTrue(search['accepted']),
    }),
  // Fetched for those who sign in: whoever comes back goes straight to work.
  component: screen('entrance', () => import('../screens/sign-in/sign-in.tsx'), 'SignIn'),
})

export const setPassword = createRoute({
  getParentRoute: () => root,
  path: '/set-password',
  component: screen('arrival', () => import('../screens/set-password/set-password.tsx'), 'SetPassword'),
})

export const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: screen('arrival', () => import('../screens/sign-in/forgot-password.tsx'), 'ForgotPassword'),
})

export const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: screen('arrival', () => import('../screens/invitation/invitation.tsx'), 'Invitation'),
})

export const ownInvitations = createRoute({
  getParentRoute: () => root,
  path: '/invitations',
  beforeLoad: ({ location }) => requireSession(location),
  component: screen('arrival', () => import('../screens/invitation/own-invitations.tsx'), 'OwnInvitations'),
})

export const security = createRoute({
  getParentRoute: () => root,
  path: '/security',
  validateSearch: (search: Search) =>
    given({
      // The account somebody wanted to enter and could not.
      account: whole(search['account']),
      recovered: isTrue(search['recovered']),
    }),
  beforeLoad: ({ location }) => requireSession(location),
  loader: () => queryClient.ensureQueryData(meQuery),
  component: screen('work', () => import('../screens/security/security.tsx'), 'Security'),
})

export const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ location }) => {
    await requireSession(location)
    const { accounts } = await queryClient.ensureQueryData(meQuery)
    const { accountId } = accounts.find(({ barred }) => barred === null) ?? accounts[0] ?? {}
    if (accountId === undefined) {
      redirect({ to: '/invitations', replace: true, throw: true })
      return
    }
    redirect({ to: '/account/$accountId', params: { accountId }, replace: true, throw: true })
  },
})

export const account = createRoute({
  getParentRoute: () => root,
  path: '/account/$accountId',
  params: numberParam('accountId'),
  beforeLoad: async ({ location, params: { accountId } }) => {
    await requireSession(location)
    const { accounts } = await queryClient.ensureQueryData(meQuery)
    const isBarred = accounts.some((one) => one.accountId === accountId && one.barred !== null)
    if (isBarred) redirect({ to: '/security', search: { account: accountId }, replace: true, throw: true })
    const mayStay = accounts.some(
      (one) => one.accountId === accountId && one.standing === 'LEAVING' && one.rights.includes('administer'),
    )
    // All that administrators can do in an account that waits for its deletion.
    if (mayStay && !location.pathname.endsWith('/settings/leaving'))
      redirect({
        to: '/account/$accountId/settings/leaving',
        params: { accountId },
        replace: true,
        throw: true,
      })
  },
  component: screen('home', () => import('../screens/shell/shell.tsx'), 'Shell'),
})

async function requireSession({ href, state }: Pick<ParsedLocation, 'href' | 'state'>): Promise<void> {
  if (await hasSession()) return
  const search = href === '/' ? {} : { returnTo: href }
  const { email } = state
  redirect({ to: '/sign-in', search, ...(email !== undefined && { state: { email } }), throw: true })
}
