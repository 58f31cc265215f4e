import { expect, test } from 'vitest'
import { accountOfPath, providerStart } from './provider-way.ts'

test.each([
  ['/account/7', 7],
  ['/account/7/thirdparties?cursor=a', 7],
  ['/app/account/12/settings', 12],
  ['/security?account=7', undefined],
  ['/account/seven', undefined],
  ['//evil.example/account/7', undefined],
  [undefined, undefined],
])('The account of the path %s is %s', (path, account) => {
  expect(accountOfPath(path)).toBe(account)
})

test('The way to a provider names the page to come back to, and the account where it has one', () => {
  expect(providerStart(7, '/account/7/review?item=3')).toBe(
    '/auth/oidc/start?returnTo=%2Fapp%2Faccount%2F7%2Freview%3Fitem%3D3&account=7',
  )
  expect(providerStart(undefined, '/')).toBe('/auth/oidc/start?returnTo=%2Fapp%2F')
})
