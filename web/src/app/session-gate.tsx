import { useEffect, useState, type ComponentProps } from 'react'
import { meQuery, whenSessionEnds, type Me } from '../api/index.ts'
import type { SessionDialog } from '../screens/sign-in/session-dialog.tsx'
import { queryClient } from './query-client.ts'
import { router } from './router.ts'

interface Asking extends ComponentProps<typeof SessionDialog> {
  Dialog: typeof SessionDialog
}

function leave() {
  const returnTo = router.state.location.href
  queryClient.clear()
  void router.navigate({ to: '/sign-in', search: { returnTo, ended: true } })
}

async function ask(me: Me, show: (asking: Asking | null) => void): Promise<boolean> {
  const { SessionDialog: Dialog } = await import('../screens/sign-in/session-dialog.tsx')
  const isOpen = await new Promise<boolean>((resolve) => {
    show({ Dialog, me, onOpen: () => resolve(true), onLeave: () => resolve(false) })
  })
  show(null)
  if (!isOpen) leave()
  return isOpen
}

/** Asks whoever's session has ended to sign in again, over the page they are on. */
export function SessionGate() {
  const [asking, show] = useState<Asking | null>(null)
  useEffect(() => {
    whenSessionEnds(async () => {
      const me = queryClient.getQueryData(meQuery.queryKey)
      if (me) return ask(me, show)
      leave()
      return false
    })
  }, [])
  if (asking === null) return null
  const { Dialog, ...props } = asking
  return <Dialog {...props} />
}
