import { QueryClient } from '@tanstack/react-query'
import { VigieProblem } from '../api/index.ts'

const attempts = 2

/** Asking again helps against a weak network and a busy server, never against a refusal. */
function shouldRetry(failures: number, error: Error): boolean {
  return failures < attempts && (!(error instanceof VigieProblem) || error.retryable)
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: shouldRetry, staleTime: 10_000 },
    mutations: { retry: shouldRetry },
  },
})
