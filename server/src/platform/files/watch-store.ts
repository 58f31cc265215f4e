import type { ObjectStore } from './object-store.ts'

// Probes of a balancer come every second, from several places.
const holdsMs = 5_000

export interface StoreWatch {
  /** Rejects while the store could not take an object; what was found holds for some seconds. */
  check(): Promise<void>
  /** As found by the last check. */
  readonly isUp: boolean
}

/** Looks after a store for those who ask often, and tells when it goes and when it is back, each once. */
export function watchStore(
  store: Pick<ObjectStore, 'check'>,
  onChange: (fault: Error | null) => void,
): StoreWatch {
  let last: Promise<void> | null = null
  let isUp = true
  const tell = (fault: Error | null) => {
    const wasUp = isUp
    isUp = fault === null
    if (wasUp !== isUp) onChange(fault)
  }
  const look = async () => {
    const forget = () => {
      last = null
    }
    try {
      await store.check()
      tell(null)
    } catch (error) {
      tell(error instanceof Error ? error : new Error(String(error)))
      throw error
    } finally {
      setTimeout(forget, holdsMs).unref()
    }
  }
  return {
    check: () => {
      last ??= look()
      return last
    },
    get isUp() {
      return isUp
    },
  }
}
