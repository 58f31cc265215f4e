import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/index.ts'
import { roles } from '../../parts/roles/roles.ts'
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
    const { content } = await api.get('/document-types', { accountId }, { signal })
    return { count: content.length }
  },
  'dossier-types': async (accountId, signal) => {
    const { content } = await api.get('/dossier-types', { accountId }, { signal })
    return { count: content.filter(({ version, archived }) => version !== null && !archived).length }
  },
  evaluation: async (accountId, signal) => {
    const options = await api.get('/evaluation-options', { accountId }, { signal })
    return { count: Object.values(options).filter(Boolean).length }
  },
  attributes: async (accountId, signal) => {
    const ofScope = (scope: 'THIRD_PARTY' | 'DOSSIER') =>
      api.get('/attributes', { accountId }, { query: { scope }, signal })
    const lists = await Promise.all([ofScope('THIRD_PARTY'), ofScope('DOSSIER')])
    return { count: lists.reduce((sum, { content }) => sum + content.length, 0) }
  },
  users: async (accountId, signal) => {
    const page = await api.get('/users', { accountId }, { query: { size: 1 }, signal })
    return { count: page.totalElements }
  },
  clients: async (accountId, signal) => {
    const { content } = await api.get('/clients', { accountId }, { query: { size: 500 }, signal })
    const inUse = content.filter(({ active }) => active)
    const ending = inUse.filter(({ secrets }) => secrets.some(({ endsSoon }) => endsSoon))
    return { count: inUse.length, attention: ending.length }
  },
  addresses: async (accountId, signal) => {
    const { addresses } = await api.get('/administration/allowed-addresses', { accountId }, { signal })
    return { count: addresses.length }
  },
  'sign-in': async (accountId, signal) => {
    const { secondFactor } = await api.get('/administration/sign-in-policy', { accountId }, { signal })
    const { demand, roles: asked } = secondFactor
    return { count: demand === 'EVERYBODY' ? roles.length : asked.length }
  },
  administration: async (accountId, signal) => {
    const page = await api.get('/administration/journal', { accountId }, { query: { size: 1 }, signal })
    return { count: page.totalElements }
  },
  webhooks: async (accountId, signal) => {
    const { content } = await api.get('/webhooks', { accountId }, { signal })
    const failing = content.filter(({ state, failingSince }) => state === 'DISABLED' || failingSince !== null)
    return { count: content.length, attention: failing.length }
  },
  datahub: async (accountId, signal) => {
    const { content } = await api.get('/datahub/providers', { accountId }, { signal })
    const connected = content.filter(({ kind }) => kind !== 'FILE').length
    return { count: connected, byFile: content.length - connected }
  },
  retention: async (accountId, signal) => {
    const page = await api.get('/retention/forecast', { accountId }, { query: { size: 1 }, signal })
    return { count: page.totalElements }
  },
}

export const figureQuery = (accountId: number, section: SectionName) =>
  queryOptions({
    queryKey: ['settings', accountId, section],
    queryFn: ({ signal }) => reads[section](accountId, signal),
  })
