import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, newIdempotencyKey } from '../../../api/index.ts'
import { toast } from '../../../ui/toast.ts'
import { companyKey, type Place } from '../thirdparty.queries.ts'

export interface Wish {
  types: readonly { code: string; label: string }[]
  dueDate: string
  reference: string
}

/** Opens one after the other; answers which were refused, each refusal told. */
export function useOpenDossiers(place: Place) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [isOpening, setOpening] = useState(false)
  async function open({ types, dueDate, reference }: Wish): Promise<string[]> {
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
          .account(place.accountId)
          .post('/thirdparties/{thirdpartyId}/dossiers', { path: place, body, idempotencyKey })
      } catch (error) {
        refused.push(code)
        toast.problem(error, t('thirdparty.open.failed', { type: label }))
      }
    }
    const count = types.length - refused.length
    if (count > 0) toast.done(t('thirdparty.open.done', { count }))
    const { accountId } = place
    void queries.invalidateQueries({ queryKey: companyKey(place) })
    void queries.invalidateQueries({ queryKey: ['dossiers', accountId] })
    void queries.invalidateQueries({ queryKey: ['thirdparties', accountId] })
    setOpening(false)
    return refused
  }
  return { open, isOpening }
}
