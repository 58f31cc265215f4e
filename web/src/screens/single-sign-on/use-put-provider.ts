import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { api, meQuery } from '../../api/index.ts'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { bodyOf, draftOf, type ProviderDraft } from './provider-draft.ts'
import { providerQuery, type Provider } from './single-sign-on.queries.ts'

type Standing = Pick<Provider, 'state' | 'enforced'>

interface Options {
  onDone?: () => void
  /** Where the place that asks shows the problem itself. */
  silent?: boolean
}

/** Writes the settings with their standing; how it went is told by the caller's sentence. */
export function usePutProvider({ onDone, silent = false }: Options = {}) {
  const accountId = useAccountId()
  const queries = useQueryClient()
  const router = useRouter()
  // Required, it has closed the account to whoever signed in with a password: their way on is shown at once.
  const readAccessAgain = async () => {
    await queries.fetchQuery({ ...meQuery, staleTime: 0 })
    await router.invalidate()
  }
  return useApiMutation({
    mutationFn: ({ draft, standing }: { draft: ProviderDraft; standing: Standing; message: string }) =>
      api.account(accountId).put('/identity-provider', { body: bodyOf(draft, standing) }),
    successMessage: (_, { message }) => message,
    invalidates: [['settings', accountId]],
    onSuccess: (provider) => {
      queries.setQueryData(providerQuery(accountId).queryKey, provider)
      onDone?.()
      if (provider.enforced) void readAccessAgain().catch(() => undefined)
    },
    silent,
  })
}

/** Changes how far the stored settings hold, and nothing of them. */
export function useStanding(provider: Provider, options: Options = {}) {
  const put = usePutProvider(options)
  const { state, enforced } = provider
  return {
    set: (standing: Partial<Standing>, message: string) =>
      put.mutate({ draft: draftOf(provider), standing: { state, enforced, ...standing }, message }),
    pending: put.isPending,
    error: put.error,
  }
}
