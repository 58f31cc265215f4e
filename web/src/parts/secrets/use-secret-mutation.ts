import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'

interface SecretMutation<Answer, Variables> {
  mutationFn: (variables: Variables) => Promise<Answer>
  invalidates: readonly QueryKey[]
}

/**
 * A change whose answer holds a secret. The answer lives as long as it is shown and not a moment longer, and
 * nothing is tried again by itself: a second attempt would be answered without the secret, or make another one.
 */
export function useSecretMutation<Answer, Variables = void>({
  mutationFn,
  invalidates,
}: SecretMutation<Answer, Variables>) {
  const queries = useQueryClient()
  const mutation = useMutation<Answer, Error, Variables>({
    mutationFn: mutationFn,
    retry: false,
    gcTime: 0,
    onSuccess: () => Promise.all(invalidates.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
  return {
    run: mutation.mutate,
    answer: mutation.data ?? null,
    error: mutation.error,
    pending: mutation.isPending,
    forget: mutation.reset,
  }
}
