import type { LinkProps } from '@tanstack/react-router'

interface Subject {
  thirdpartyId: number
  dossierId: number | null
  documentId: number | null
}

export type Place = Pick<LinkProps, 'to' | 'params' | 'search'>

interface Address {
  to: string
  params: Record<string, number>
  search?: Record<string, string | number>
}

const account = '/account/$accountId'

/** Links to several routes in one type: the router knows each of them by itself only. */
export const placeAt = (address: Address) => address as unknown as Place

/** The page of what something is about: the narrowest there is. */
export function placeOfSubject(accountId: number, about: Subject, tab?: string): Place {
  const { thirdpartyId, dossierId, documentId } = about
  const ofTab = tab === undefined ? {} : { tab }
  if (dossierId === null) {
    const to = `${account}/thirdparties/$thirdpartyId`
    return placeAt({ to, params: { accountId, thirdpartyId }, search: ofTab })
  }
  const search = documentId === null ? ofTab : { document: documentId }
  return placeAt({ to: `${account}/dossiers/$dossierId`, params: { accountId, dossierId }, search })
}

/** Where a path of the API is worked on; null where no page shows it. */
export function placeOfLink(accountId: number, link: string): Place | null {
  const [, companyId, tab] = /^\/thirdparties\/(\d+)(?:\/(\w+))?$/.exec(link) ?? []
  if (companyId !== undefined) {
    const about = { thirdpartyId: Number(companyId), dossierId: null, documentId: null }
    return placeOfSubject(accountId, about, tab)
  }
  const [, dossierId] = /^\/dossiers\/(\d+)/.exec(link) ?? []
  if (dossierId !== undefined)
    return placeOfSubject(accountId, { thirdpartyId: 0, dossierId: Number(dossierId), documentId: null })
  const [, finding] = /^\/findings\/(\d+)/.exec(link) ?? []
  if (finding !== undefined)
    return placeAt({ to: `${account}/findings`, params: { accountId }, search: { finding: Number(finding) } })
  if (!link.startsWith('/thirdparties?')) return null
  const search = Object.fromEntries(new URLSearchParams(link.slice(link.indexOf('?') + 1)))
  return placeAt({ to: `${account}/thirdparties`, params: { accountId }, search })
}
