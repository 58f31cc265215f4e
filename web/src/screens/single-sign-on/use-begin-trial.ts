import { useNavigate } from '@tanstack/react-router'
import { api } from '../../api/index.ts'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'

const page = '/account/$accountId/settings/single-sign-on'

/** Goes on at the provider, or shows at once what stands in the way. */
export function useBeginTrial() {
  const accountId = useAccountId()
  const navigate = useNavigate()
  return useApiMutation({
    mutationFn: async () => {
      const { tryId, goOnAt } = await api.account(accountId).post('/identity-provider/try')
      // Whoever turns back at the provider finds here how far they came.
      await navigate({ to: page, params: { accountId }, search: { try: tryId } })
      if (goOnAt !== null) window.location.assign(goOnAt)
    },
    invalidates: [['identity-provider', accountId]],
  })
}
