import { useParams } from '@tanstack/react-router'
import type { ThirdPartyIds } from './thirdparty.queries.ts'

export function useThirdPartyIds(): ThirdPartyIds {
  const { accountId, thirdpartyId } = useParams({ from: '/account/$accountId/thirdparties/$thirdpartyId' })
  return { accountId, thirdpartyId }
}
