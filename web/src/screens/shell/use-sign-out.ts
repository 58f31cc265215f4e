import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { signOut } from '../../api/index.ts'

/** Leaves nothing of the person behind in the page, and goes to the door. */
export function useSignOut(search: { returnTo?: string } = {}): () => Promise<void> {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return async () => {
    // The page forgets the token at once; the server is told as well, if it can be reached.
    await signOut().catch(() => undefined)
    await navigate({ to: '/sign-in', search })
    // What the sign-in page is just asking for stays.
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'sign-in-options' })
    queries.getMutationCache().clear()
  }
}
