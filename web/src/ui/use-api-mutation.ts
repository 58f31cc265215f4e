import { useMutation, useQueryClient, type QueryKey, type UseMutationResult } from '@tanstack/react-query'
import { toast } from './toast.ts'

interface ApiMutation<Answer, Variables> {
  mutationFn: (variables: Variables) => Promise<Answer>
  /** Said once it is done; nothing when the page shows it anyway. */
  successMessage?: string | ((answer: Answer, variables: Variables) => string)
  /** What is asked again afterwards. */
  invalidates?: readonly QueryKey[]
  onSuccess?: (answer: Answer, variables: Variables) => void
  /** The place that shows the problem itself, beside what was typed, silences the toast. */
  silent?: boolean
}

/** A change asked of the server: said when done, told in words when refused, and the pages follow. */
export function useApiMutation<Answer, Variables = void>(
  options: ApiMutation<Answer, Variables>,
): UseMutationResult<Answer, Error, Variables> {
  const queries = useQueryClient()
  const { mutationFn, successMessage, invalidates = [], onSuccess, silent = false } = options
  return useMutation<Answer, Error, Variables>({
    mutationFn: mutationFn,
    onSuccess: (answer, variables) => {
      if (successMessage !== undefined)
        toast.done(typeof successMessage === 'string' ? successMessage : successMessage(answer, variables))
      onSuccess?.(answer, variables)
      return Promise.all(invalidates.map((queryKey) => queries.invalidateQueries({ queryKey })))
    },
    onError: (error) => {
      if (!silent) toast.problem(error)
    },
  })
}
