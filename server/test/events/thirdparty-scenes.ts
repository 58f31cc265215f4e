import { addContact, enter, guestOf, linkFor } from '../portal/portal-desk.ts'
import type { Scene } from './scene.ts'

export const thirdPartyScenes: readonly Scene[] = [
  {
    title: 'a company joins the portfolio, is edited, leaves the register and comes back',
    names: [
      'THIRD_PARTY_ADDED',
      'THIRD_PARTY_CODE_UPDATED',
      'THIRD_PARTY_UPDATED',
      'THIRD_PARTY_SOURCE_CHANGED_TO_UNMANAGED',
      'THIRD_PARTY_INFORMATION_UPDATED',
      'THIRD_PARTY_ARCHIVED',
    ],
    play: async ({ act, company }) => {
      const path = `/thirdparties/${await company()}`
      await act('PATCH', path, { code: 'S-1' })
      await act('PATCH', path, { source: 'UNMANAGED' })
      await act('PATCH', path, { name: 'A name of its own' })
      await act('PATCH', path, { source: 'MANAGED' })
      await act('POST', `${path}/archive`)
      await act('POST', `${path}/reactivate`)
    },
  },
  {
    title: 'an attribute is set, and another follows by its rule',
    names: ['THIRD_PARTY_ATTRIBUTE_UPDATED', 'THIRD_PARTY_CALCULATED_ATTRIBUTE_UPDATED'],
    play: async ({ act, company }) => {
      const path = `/thirdparties/${await company()}/attributes`
      await act('POST', '/attributes', { label: 'Volume', type: 'decimal' })
      await act('POST', '/attributes', {
        label: 'Is big',
        type: 'boolean',
        calculated: 'attributes.VOLUME > 1000.0',
      })
      await act('POST', path, { label: 'Volume', values: [2_000] })
    },
  },
  {
    title: 'the gazette speaks of a company',
    names: [
      'THIRD_PARTY_LEGAL_ANNOUNCEMENT_CREATION',
      'THIRD_PARTY_LEGAL_ANNOUNCEMENT_CHANGES',
      'THIRD_PARTY_LEGAL_ANNOUNCEMENT_TRANSFERT',
      'THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION',
      'THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED',
    ],
    play: async ({ accountId, company, published, worker }) => {
      await company()
      published.push(
        { key: 'A1', kind: 'CREATION' },
        { key: 'A2', kind: 'CHANGES' },
        { key: 'A3', kind: 'TRANSFERT' },
        { key: 'A4', kind: 'COLLECTIVE_PROCEDURE', procedure: { phase: 'OPENING', state: 'REDRESSEMENT' } },
        { key: 'A5', kind: 'CESSATION' },
      )
      await worker.run('announcements.watch-account', { accountId })
      published.length = 0
    },
  },
  {
    title: 'people of a company are invited by hand, and one is taken off',
    names: ['THIRD_PARTY_CONTACT_INVITED', 'THIRD_PARTY_CONTACT_RE_INVITED', 'THIRD_PARTY_CONTACT_DELETED'],
    play: async ({ act, company }) => {
      const path = `/thirdparties/${await company()}/contacts`
      const { contactId } = await act<{ contactId: number }>('POST', path, { email: 'a@supplier.example' })
      await act('POST', `${path}/${contactId}/invite`)
      await act('POST', `${path}/${contactId}/invite`)
      await act('DELETE', `${path}/${contactId}`)
    },
  },
  {
    title: 'somebody does not come, another comes and is reminded, a third says no',
    names: [
      'THIRD_PARTY_CONTACT_INVITED',
      'THIRD_PARTY_CONTACT_RE_INVITED_AUTO',
      'THIRD_PARTY_CONTACT_WEEKLY_REMINDER',
      'THIRD_PARTY_CONTACT_DELETED_DUE_TO_NO_FAVORABLE_RESPONSE',
    ],
    play: async (stage) => {
      const { t, company, dossier, workOff, live } = stage
      const thirdpartyId = await company()
      const office = { ...stage, thirdpartyId }
      await addContact(t, office)
      const visitor = await addContact(t, office)
      await dossier(thirdpartyId, 'SCREENING')
      await workOff()
      await enter(t, await linkFor(t, office, visitor.contactId))
      const unwilling = await guestOf(t, office)
      const declined = await unwilling.call('POST', '/decline', { reason: 'NOT_ME' })
      if (declined.statusCode !== 204) throw new Error(declined.body)
      await live(15)
    },
  },
]
