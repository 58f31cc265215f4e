import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, newIdempotencyKey } from '../../../api/index.ts'
import { toast } from '../../../ui/toast.ts'
import { companyKey, type ThirdPartyIds } from '../thirdparty.queries.ts'

export interface OpenDossiers {
  types: readonly { code: string; label: string }[]
  dueDate: string
  reference: string
}

/** Opens one after the other; answers which were refused, each refusal told. */
export function useOpenDossiers(ids: ThirdPartyIds) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [isOpening, setOpening] = useState(false)
  async function open({ types, dueDate, reference }: OpenDossiers): Promise<string[]> {
    setOpening(true)
    const refused: string[] = []
    for (const { code, label } of types) {
      const body = {
        dossierTypeCode: code,
        ...(dueDate !== '' && { dueDate }),
        ...(reference !== '' && { reference }),
      }
      try {
        const idempotencyKey = newIdempotencyKey()
        await api
          .account(ids.accountId)
          .post('/thirdparties/{thirdpartyId}/dossiers', { path: ids, body, idempotencyKey })
      } catch (error) {
        refused.push(code)
        toast.problem(error, t('thirdparty.open.failed', { type: label }))
      }
    }
    const count = types.length - refused.length
    if (count > 0) toast.done(t('thirdparty.open.done', { count }))
    const { accountId } = ids
    void queries.invalidateQueries({ queryKey: companyKey(ids) })
    void queries.invalidateQueries({ queryKey: ['dossiers', accountId] })
    void queries.invalidateQueries({ queryKey: ['thirdparties', accountId] })
    setOpening(false)
    return refused
  }
  return { open, isOpening }
}
