import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/index.ts'
import { roles } from '../../parts/roles/roles.ts'
import { readProvider } from '../single-sign-on/single-sign-on.queries.ts'
import type { SectionName } from './sections.ts'

export interface Figure {
  count: number
  /** How many more come by file. */
  byFile?: number
  /** How many of them somebody should look at. */
  attention?: number
}

type Read = (accountId: number, signal: AbortSignal) => Promise<Figure>

const reads: Record<SectionName, Read> = {
  'document-types': async (accountId, signal) => {
    const { content } = await api.account(accountId).get('/document-types', { signal })
    return { count: content.length }
  },
  'dossier-types': async (accountId, signal) => {
    const { content } = await api.account(accountId).get('/dossier-types', { signal })
    return { count: content.filter(({ version, archived }) => version !== null && !archived).length }
  },
  evaluation: async (accountId, signal) => {
    const options = await api.account(accountId).get('/evaluation-options', { signal })
    return { count: Object.values(options).filter(Boolean).length }
  },
  'automatic-checks': async (accountId, signal) => {
    const { content } = await api.account(accountId).get('/check-policies', { signal })
    return { count: content.filter(({ isSet }) => isSet).length }
  },
  attributes: async (accountId, signal) => {
    const ofScope = (scope: 'THIRD_PARTY' | 'DOSSIER') =>
      api.account(accountId).get('/attributes', { query: { scope }, signal })
    const lists = await Promise.all([ofScope('THIRD_PARTY'), ofScope('DOSSIER')])
    return { count: lists.reduce((sum, { content }) => sum + content.length, 0) }
  },
  screening: async (accountId, signal) => {
    const { content } = await api.account(accountId).get('/screening/lists', { signal })
    const counted = content.filter(({ counts, version }) => counts && version !== null)
    return { count: counted.length, attention: counted.filter(({ tooOld }) => tooOld).length }
  },
  policies: async (accountId, signal) => {
    const { content } = await api.account(accountId).get('/overdue-policies', { signal })
    return { count: content.length }
  },
  'seal-trust': async (accountId, signal) => {
    const { roots } = await api.account(accountId).get('/seal-trust', { signal })
    return { count: roots.length }
  },
  users: async (accountId, signal) => {
    const page = await api.account(accountId).get('/users', { query: { size: 1 }, signal })
    return { count: page.totalElements }
  },
  clients: async (accountId, signal) => {
    const { content } = await api.account(accountId).get('/clients', { query: { size: 500 }, signal })
    const inUse = content.filter(({ active }) => active)
    const ending = inUse.filter(({ secrets }) => secrets.some(({ endsSoon }) => endsSoon))
    return { count: inUse.length, attention: ending.length }
  },
  units: async (accountId, signal) => {
    const page = await api.account(accountId).get('/units', { query: { size: 1 }, signal })
    return { count: page.totalElements }
  },
  owners: async (accountId, signal) => {
    const page = await api.account(accountId).get('/teams', { query: { size: 1 }, signal })
    return { count: page.totalElements }
  },
  addresses: async (accountId, signal) => {
    const { addresses } = await api.account(accountId).get('/administration/allowed-addresses', { signal })
    return { count: addresses.length }
  },
  'sign-in': async (accountId, signal) => {
    const { secondFactor } = await api.account(accountId).get('/administration/sign-in-policy', { signal })
    const { demand, roles: requested } = secondFactor
    return { count: demand === 'EVERYBODY' ? roles.length : requested.length }
  },
  'single-sign-on': async (accountId, signal) => {
    const { state } = (await readProvider(accountId, signal)) ?? { state: null }
    return { count: state === null ? 0 : state === 'DRAFT' ? 1 : 2 }
  },
  provisioning: async (accountId, signal) => {
    const query = { size: 1, managed: true }
    const page = await api.account(accountId).get('/users', { query, signal })
    return { count: page.totalElements }
  },
  administration: async (accountId, signal) => {
    const page = await api.account(accountId).get('/administration/journal', { query: { size: 1 }, signal })
    return { count: page.totalElements }
  },
  webhooks: async (accountId, signal) => {
    const { content } = await api.account(accountId).get('/webhooks', { signal })
    const failing = content.filter(({ state, failingSince }) => state === 'DISABLED' || failingSince !== null)
    return { count: content.length, attention: failing.length }
  },
  alerts: async (accountId, signal) => {
    const { content } = await api.account(accountId).get('/alert-channels', { signal })
    return { count: content.length, attention: content.filter(({ failures }) => failures > 0).length }
  },
  datahub: async (accountId, signal) => {
    const { content } = await api.account(accountId).get('/datahub/providers', { signal })
    const connected = content.filter(({ kind }) => kind !== 'FILE').length
    return { count: connected, byFile: content.length - connected }
  },
  retention: async (accountId, signal) => {
    const page = await api.account(accountId).get('/retention/forecast', { query: { size: 1 }, signal })
    return { count: page.totalElements }
  },
  leaving: async (accountId, signal) => {
    const { exports } = await api.account(accountId).get('/leaving/exports', { signal })
    return { count: exports.filter(({ state }) => state === 'READY').length }
  },
}

export const figureQuery = (accountId: number, section: SectionName) =>
  queryOptions({
    queryKey: ['settings', accountId, section],
    queryFn: ({ signal }) => reads[section](accountId, signal),
  })
