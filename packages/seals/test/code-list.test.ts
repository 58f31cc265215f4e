import { describe, expect, test } from 'vitest'
import { readCodeList } from '../src/index.ts'
import { day, issue, today } from './kit/authority.ts'
import { makeCodeList, makeList, type CodeListWish } from './kit/list.ts'

const signer = issue({ name: 'State', isRsa: true })
const holder = issue({ name: 'ZZ01', isAuthority: true })
const closed = issue({ name: 'ZZ02', isAuthority: true })
const nextUpdate = new Date(today.getTime() + 100 * day)
const list = (more: Partial<CodeListWish> = {}) =>
  makeCodeList({ signer, nextUpdate, authorities: [{ id: 'ZZ01', holder }], ...more })

describe('The list of authorities for codes', () => {
  test('It names its authorities with their certificates, and only those that are in order', () => {
    const authorities = [
      { id: 'ZZ01', holder },
      { id: 'ZZ02', holder: closed, status: 'withdrawn' },
      { id: 'An authority without a short name', holder: closed },
    ]
    const read = readCodeList(list({ authorities }))
    expect(read).toMatchObject({ country: 'FR', sequence: 23, nextUpdate, signer: signer.certificate })
    expect(read.authorities).toEqual([
      { id: 'ZZ01', name: 'Authority of tests', certificates: [holder.certificate] },
    ])
  })

  test('A list that was changed after it was signed is refused', () => {
    const changed = list().toString().replace('>ZZ01<', '>ZZ03<')
    expect(() => readCodeList(Buffer.from(changed))).toThrow('its signature does not fit its contents')
  })

  test('A list that says that other parts are signed is refused', () => {
    const path = '/descendant::ds:Signature | /descendant::TrustServiceProviderList'
    expect(() => readCodeList(list({ path }))).toThrow('its signature does not fit its contents')
  })

  test('Lists that are signed in the older way are read too, and others are told apart', () => {
    const old = makeList({ country: 'FR', signer, nextUpdate, services: [] })
    expect(readCodeList(old).authorities).toEqual([])
    expect(() => readCodeList(Buffer.from('<letter/>'))).toThrow('it is not signed')
  })
})
