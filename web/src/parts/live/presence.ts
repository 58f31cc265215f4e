const hiddenMs = 60_000
// Each question to the server counts as use of the session; one that nobody uses must be able to end.
const idleMs = 600_000
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const
const signIntervalMs = 5_000

/** Tells when somebody is there, and when the page is hidden or left alone for long. */
export function watchPresence(onChange: (isPresent: boolean) => void): () => void {
  let isPresent = true
  let timer: ReturnType<typeof setTimeout>
  let lastSign = 0

  const leaveIn = (milliseconds: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      isPresent = false
      onChange(false)
    }, milliseconds)
  }
  const markPresent = () => {
    leaveIn(idleMs)
    if (isPresent) return
    isPresent = true
    onChange(true)
  }
  const onSign = () => {
    if (document.hidden || Date.now() - lastSign < signIntervalMs) return
    lastSign = Date.now()
    markPresent()
  }
  const onVisibility = () => (document.hidden ? leaveIn(hiddenMs) : markPresent())

  for (const sign of signs) window.addEventListener(sign, onSign, { passive: true })
  document.addEventListener('visibilitychange', onVisibility)
  leaveIn(document.hidden ? hiddenMs : idleMs)
  return () => {
    clearTimeout(timer)
    for (const sign of signs) window.removeEventListener(sign, onSign)
    document.removeEventListener('visibilitychange', onVisibility)
  }
}
