/** A request as a log may tell of it: no value, header or body, so nothing secret or personal. */
export interface SentRequest {
  readonly method: string
  /** As the API describes it, e.g. `/api/v1/account/{accountId}/thirdparties`. */
  readonly path: string
  /** 1 for the first; more when the call is repeated. */
  readonly attempt: number
}

export interface ReceivedResponse extends SentRequest {
  /** Null when there was no answer; `error` says why. */
  readonly status: number | null
  readonly durationMs: number
  /** Names the request in the service's log. */
  readonly requestId: string | null
  readonly error?: unknown
}

/** For logs, traces and measurements. What they throw is thrown by the call. */
export interface Hooks {
  readonly onRequest?: (request: SentRequest) => void
  readonly onResponse?: (response: ReceivedResponse) => void
}

export interface Watcher {
  begin(request: SentRequest): {
    answer(response: Response): Response
    fail(error: unknown): unknown
  }
}

export function watcherOf({ onRequest, onResponse }: Hooks): Watcher {
  return {
    begin(request) {
      onRequest?.(request)
      const began = performance.now()
      const tell = (rest: Pick<ReceivedResponse, 'error' | 'requestId' | 'status'>) =>
        onResponse?.({ ...request, durationMs: Math.round(performance.now() - began), ...rest })
      return {
        answer(response) {
          tell({ status: response.status, requestId: response.headers.get('x-request-id') })
          return response
        },
        fail(error) {
          tell({ status: null, requestId: null, error })
          return error
        },
      }
    },
  }
}
