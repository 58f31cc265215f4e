import type { AccountsService } from './service.ts'

/**
 * A hook between the commit and the answer: whoever has read that a right is gone must not see it used
 * here again. Code after `write` would run only once the answer has left.
 */
export function forgetFirst(service: Pick<AccountsService, 'authenticator'>) {
  return async (_request: unknown, _reply: unknown, payload: unknown): Promise<unknown> => {
    service.authenticator.forget()
    return payload
  }
}
