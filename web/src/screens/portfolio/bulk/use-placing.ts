import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApiMutation } from '../../../ui/use-api-mutation.ts'
import type { Portfolio } from '../list/use-portfolio.ts'
import { placeCompanies, type Place } from './place-companies.ts'

/** What was changed before a refusal stays changed, so the lists follow in any case. */
export function usePlacing({ accountId, search }: Portfolio, onDone: () => void) {
  const { t } = useTranslation()
  const [moved, setMoved] = useState(0)
  const control = useRef<AbortController | null>(null)
  // Whoever closes the dialog waits for the call under way and wants no other.
  useEffect(() => () => control.current?.abort(), [])
  const placing = useApiMutation({
    mutationFn: (place: Place) => {
      control.current = new AbortController()
      setMoved(0)
      return placeCompanies(accountId, search, place, { onMoved: setMoved, signal: control.current.signal })
    },
    successMessage: (count) => t('units.place.done', { count }),
    invalidates: [
      ['thirdparties', accountId],
      ['thirdparty', accountId],
      ['units', accountId],
      ['statistics', accountId],
    ],
    onSuccess: onDone,
    silent: true,
  })
  return { ...placing, moved }
}
