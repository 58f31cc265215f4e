import type { QueryKey } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, newIdempotencyKey } from '../../api/index.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { wireDecision, type Draft } from './draft.ts'
import type { Hit, Verdict } from './screening.queries.ts'

/** What a decision may have changed: documents and dossiers follow it in the same moment. */
export const changedByDecision = (accountId: number): QueryKey[] => [
  ['screening-hits', accountId],
  ['screening-hit', accountId],
  ['documents', accountId],
  ['document', accountId],
  ['dossiers', accountId],
  ['dossier', accountId],
  ['thirdparty', accountId],
  ['statistics', accountId],
]

interface Decided {
  verdict: Verdict
  draft: Draft
  /** Of the version that was looked at: a hit that changed meanwhile is looked at again first. */
  tag: string | null
}

export function useDecideHit(accountId: number, hit: Hit, onDone: (after: Hit) => void) {
  const { t } = useTranslation()
  const { hitId, subjectName, entryName } = hit
  const name = `${subjectName} · ${entryName}`
  return useApiMutation({
    mutationFn: ({ verdict, draft, tag }: Decided) =>
      api.account(accountId).post('/screening/hits/{hitId}/decisions', {
        path: { hitId },
        body: wireDecision(verdict, draft),
        ifMatch: tag,
        idempotencyKey: newIdempotencyKey(),
      }),
    successMessage: ({ state }) =>
      t(`screening.done.${state === 'PROPOSED' ? 'proposed' : 'decided'}`, { name }),
    onSuccess: onDone,
    invalidates: changedByDecision(accountId),
    silent: true,
  })
}
