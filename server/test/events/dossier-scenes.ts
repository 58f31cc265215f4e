import { ownDossier } from '../access/world.ts'
import type { Scene } from './scene.ts'

export const dossierScenes: readonly Scene[] = [
  {
    title: 'a dossier is opened, edited, put away and taken up again',
    names: [
      'DOSSIER_ADDED',
      'DOSSIER_STATUS_UPDATED',
      'DOSSIER_STATUS_UPDATED_ABSENT',
      'DOSSIER_UPDATED',
      'DOSSIER_DOCUMENTS_UPDATED',
      'DOSSIER_ARCHIVED',
      'DOSSIER_REACTIVATED',
      'DOCUMENT_ADDED',
      'DOCUMENT_ANSWER_STATUS_UPDATE',
      'DOCUMENT_ANSWER_STATUS_UPDATE_ABSENT',
      'DOCUMENT_MODIFICATION',
      'DOCUMENT_STOPPED',
    ],
    play: async ({ act, company, dossier }) => {
      const { path, document } = await dossier(await company(), 'ONBOARDING')
      await act('PATCH', path, { reference: 'R-1' })
      await act('POST', `${path}/requirements`, { newRequiredDocuments: ['GHG_REPORT'] })
      await act('PATCH', document('NDA'), { required: true, dueDate: '2040-01-01' })
      await act('POST', `${document('NDA')}/stop`)
      await act('POST', `${path}/archive`)
      await act('POST', `${path}/reactivate`)
    },
  },
  {
    title: 'an attribute of a dossier is set, and another follows by its rule',
    names: ['DOSSIER_ATTRIBUTE_UPDATED', 'DOSSIER_CALCULATED_ATTRIBUTE_UPDATED'],
    play: async ({ act, company, dossier }) => {
      const { path } = await dossier(await company(), 'SCREENING')
      const scope = 'DOSSIER'
      await act('POST', '/attributes', { label: 'Budget', type: 'decimal', scope })
      await act('POST', '/attributes', {
        label: 'Is heavy',
        type: 'boolean',
        scope,
        calculated: 'attributes.BUDGET > 1000.0',
      })
      await act('POST', `${path}/attributes`, { label: 'Budget', values: [2_000] })
    },
  },
  {
    title: 'another version of a type is applied to what is open',
    names: ['DOSSIER_TEMPLATE_UPDATED', 'DOSSIER_DOCUMENTS_UPDATED', 'DOCUMENT_STOPPED', 'DOCUMENT_ADDED'],
    play: async ({ act, company, dossier }) => {
      const type = '/dossier-types/CHANGING'
      const publish = async (code: string) => {
        await act('PUT', type, {
          ...ownDossier.definition('Changing'),
          documents: [{ code, required: true }],
        })
        await act('POST', `${type}/publish`, { dryRun: false, applyToOpen: true })
      }
      await publish('NDA')
      await dossier(await company(), 'CHANGING')
      await publish('GTC')
    },
  },
]
