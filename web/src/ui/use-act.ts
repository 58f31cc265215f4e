import { useMutation, useQueryClient, type QueryKey, type UseMutationResult } from '@tanstack/react-query'
import { toast } from './toast.ts'

interface Act<Answer, Variables> {
  act: (variables: Variables) => Promise<Answer>
  /** Said once it is done; nothing when the page shows it anyway. */
  done?: string | ((answer: Answer, variables: Variables) => string)
  /** What is asked again afterwards. */
  refresh?: readonly QueryKey[]
  onDone?: (answer: Answer, variables: Variables) => void
  /** The place that shows the problem itself, beside what was typed, silences the toast. */
  silent?: boolean
}

/** A change asked of the server: said when done, told in words when refused, and the pages follow. */
export function useAct<Answer, Variables = void>(
  options: Act<Answer, Variables>,
): UseMutationResult<Answer, Error, Variables> {
  const queries = useQueryClient()
  const { act, done, refresh = [], onDone, silent = false } = options
  return useMutation<Answer, Error, Variables>({
    mutationFn: act,
    onSuccess: (answer, variables) => {
      if (done !== undefined) toast.done(typeof done === 'string' ? done : done(answer, variables))
      onDone?.(answer, variables)
      return Promise.all(refresh.map((queryKey) => queries.invalidateQueries({ queryKey })))
    },
    onError: (error) => {
      if (!silent) toast.problem(error)
    },
  })
}
