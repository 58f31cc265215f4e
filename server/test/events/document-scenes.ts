import { pdf } from '@vigie/inspect/samples'
import { ownDocument, ownDossier } from '../access/world.ts'
import { picture } from '../responses/answers-desk.ts'
import type { Scene } from './scene.ts'
import type { Stage } from './stage.ts'

/** A dossier that asks for one document of a type made for these scenes, so that both move together. */
async function onePiece({ act, company, dossier }: Stage) {
  const definition = {
    ...ownDocument.definition('Piece'),
    acceptedFileTypes: ['image/png'],
    retentionYears: 1,
    validity: { kind: 'NONE', until: 'REPLACED' },
  }
  await act('PUT', '/document-types/ONE_PIECE', definition)
  const documents = [{ code: 'ONE_PIECE', required: true }]
  const drafted = { ...ownDossier.definition('Of one piece'), documents }
  const type = await act<{ draftVersion: number | null }>('PUT', '/dossier-types/OF_ONE_PIECE', drafted)
  if (type.draftVersion !== null) {
    await act('POST', '/dossier-types/OF_ONE_PIECE/publish', { dryRun: false, applyToOpen: false })
  }
  return (await dossier(await company(), 'OF_ONE_PIECE')).document('ONE_PIECE')
}

export const documentScenes: readonly Scene[] = [
  {
    title: 'answers are handed in, turned down in two ways, taken back, and one is accepted and ends',
    names: [
      'DOCUMENT_ANSWER_ADDED',
      'DOCUMENT_ANSWER_UPDATED',
      'DOCUMENT_ANSWER_SCOPE_UPDATED',
      'DOCUMENT_ANSWER_DENIED',
      'DOCUMENT_ANSWER_INTERRUPTED',
      'DOCUMENT_ANSWER_ACCEPTED',
      'DOCUMENT_ANSWER_EXPIRED',
      'DOCUMENT_ANSWER_STATUS_UPDATE_ONGOING',
      'DOCUMENT_ANSWER_STATUS_UPDATE_BELOW_EXPECTATION',
      'DOCUMENT_ANSWER_STATUS_UPDATE_INVALID',
      'DOCUMENT_ANSWER_STATUS_UPDATE_VALID',
      'DOCUMENT_ANSWER_STATUS_UPDATE_ACTION_REQUIRED',
      'DOSSIER_STATUS_UPDATED_ONGOING',
      'DOSSIER_STATUS_UPDATED_BELOW_EXPECTATION',
      'DOSSIER_STATUS_UPDATED_INVALID',
      'DOSSIER_STATUS_UPDATED_VALID',
      'DOSSIER_STATUS_UPDATED_ACTION_REQUIRED',
    ],
    play: async (stage) => {
      const { act, answer, workOff, pass, worker, accountId } = stage
      const document = await onePiece(stage)
      const handIn = async () => {
        const responseId = await answer(document, picture)
        await workOff()
        return `/responses/${responseId}`
      }
      const first = await handIn()
      await act('PATCH', first, { effectiveDate: '2026-01-31', scope: 'DOSSIER' })
      // Another date is another thing to check.
      await workOff()
      await act('POST', `${first}/reject`, { shareRejectionReason: false })
      await act('POST', `${await handIn()}/reject`, { shareRejectionReason: true, comment: 'Unreadable' })
      await act('POST', `${await handIn()}/withdraw`)
      const good = await handIn()
      await act('POST', `${good}/approve`)
      const { now } = await act<{ now: string }>('GET', '/clock')
      await act('PATCH', good, { expirationDate: now.slice(0, 10) })
      await pass(2)
      await worker.run('responses.expire-account', { accountId })
    },
  },
  {
    title: 'a piece is verified by the provider, with its report, with ours, and once more',
    names: [
      'DOCUMENT_DOCCHECK_STATUS_UPDATE',
      'DOCUMENT_DOCCHECK_REPORT_RECEIVED',
      'DOCUMENT_DOCCHECK_REPORT_GENERATED',
      'DOCUMENT_DOCCHECK_REPORT_REFRESHED',
    ],
    play: async ({ act, answer, company, dossier, workOff, verification }) => {
      const { document } = await dossier(await company(), 'VIGILANCE')
      const fields = { effectiveDate: new Date().toISOString().slice(0, 10) }
      verification.answer({ status: 'VERIFIED', report: pdf().toString('base64') })
      const verified = await answer(document('FISCAL_REG'), picture, fields)
      await workOff()
      await act('POST', `/responses/${verified}/verify`)
      await workOff()
      verification.answer({ status: 'REFUSED' })
      await answer(document('SOC_VIGILANCE'), picture, fields)
      await workOff()
    },
  },
  {
    title: 'the history of a document is downloaded',
    names: ['DOCUMENT_AUDIT_TRAIL_DOWNLOAD'],
    play: async (stage) => {
      const { t, base, token } = stage
      const url = `${base}${await onePiece(stage)}/audit-trail`
      const answer = await t.call('GET', url, { token })
      if (answer.statusCode !== 200) throw new Error(answer.body)
    },
  },
  {
    title: 'a piece nobody uses comes to the end of its retention',
    names: ['DOCUMENT_DELETION_WARNING', 'DOCUMENT_DELETION'],
    play: async (stage) => {
      const { act, answer, workOff, pass, worker, accountId } = stage
      const document = await onePiece(stage)
      const responseId = await answer(document, picture)
      await workOff()
      await act('POST', `/responses/${responseId}/reject`, { shareRejectionReason: false })
      for (const days of [366 - 28, 31]) {
        await pass(days)
        await worker.run('retention.run-account', { accountId })
      }
    },
  },
]
