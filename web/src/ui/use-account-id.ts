import { useParams } from '@tanstack/react-router'

export function useAccountId(): number {
  return useParams({ from: '/account/$accountId' }).accountId
}
