import { useParams } from '@tanstack/react-router'
import type { Place } from './thirdparty.queries.ts'

export function usePlace(): Place {
  const { accountId, thirdpartyId } = useParams({ from: '/account/$accountId/thirdparties/$thirdpartyId' })
  return { accountId, thirdpartyId }
}
