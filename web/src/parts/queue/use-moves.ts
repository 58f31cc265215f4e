import { useShortcuts } from './use-shortcuts.ts'

interface Moves {
  /** Undefined at the end of the list. */
  onNext: (() => void) | undefined
  onPrevious: (() => void) | undefined
  onHelp: () => void
}

/** The keys that lead through a queue. */
export function useMoves({ onNext, onPrevious, onHelp }: Moves): void {
  const go = (move: (() => void) | undefined) => {
    move?.()
    return move !== undefined
  }
  useShortcuts((key, { target }) => {
    // Elsewhere arrows scroll.
    const isLoose = target === document.body || (target instanceof Element && target.closest('nav') !== null)
    if (key === 'j' || (key === 'ArrowDown' && isLoose)) return go(onNext)
    if (key === 'k' || (key === 'ArrowUp' && isLoose)) return go(onPrevious)
    return key === '?' && go(onHelp)
  })
}
