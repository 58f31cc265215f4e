import { useLayoutEffect } from 'react'

// A dialog that takes the place of another finds nothing focused; what opened the first one opened both.
let lastOpener: HTMLElement | null = null

/** Gives the keyboard back to what opened a dialog, also where the dialog goes away as a whole. */
export function useFocusBack(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return undefined
    const { activeElement, body } = document
    if (activeElement instanceof HTMLElement && activeElement !== body) lastOpener = activeElement
    const opener = lastOpener
    return () => {
      requestAnimationFrame(() => {
        if (document.activeElement === body && opener?.isConnected === true) opener.focus()
      })
    }
  }, [opened])
}
