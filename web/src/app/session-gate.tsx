import { useEffect, useState, type ReactNode } from 'react'
import { isProblem, meQuery, whenProofIsAsked, whenSessionEnds, type Me } from '../api/index.ts'
import { queryClient } from './query-client.ts'
import { router } from './router.ts'

type Show = (dialog: ReactNode) => void

function leave() {
  const returnTo = router.state.location.href
  queryClient.clear()
  void router.navigate({ to: '/sign-in', search: { returnTo, ended: true } })
}

/** Shows a dialog until it is answered. */
async function answerTo(
  show: Show,
  dialog: (yes: () => void, no: () => void) => ReactNode,
): Promise<boolean> {
  const answer = await new Promise<boolean>((resolve) => {
    show(
      dialog(
        () => resolve(true),
        () => resolve(false),
      ),
    )
  })
  show(null)
  return answer
}

async function askToSignIn(me: Me, show: Show): Promise<boolean> {
  const { SessionDialog } = await import('../screens/sign-in/session-dialog.tsx')
  const isOpen = await answerTo(show, (yes, no) => <SessionDialog me={me} onOpen={yes} onLeave={no} />)
  if (!isOpen) leave()
  return isOpen
}

async function askForProof(show: Show): Promise<boolean> {
  const { ProofDialog } = await import('../screens/sign-in/proof-dialog.tsx')
  return answerTo(show, (yes, no) => <ProofDialog onProved={yes} onCancel={no} />)
}

/** The account has closed itself to this session: its own page says why, and what to do. */
async function showBar(): Promise<void> {
  await queryClient.fetchQuery({ ...meQuery, staleTime: 0 })
  await router.invalidate()
}

/** Why an account refuses a session that is otherwise good. */
const bars = ['SECOND_FACTOR_REQUIRED', 'SINGLE_SIGN_ON_REQUIRED', 'SIGN_IN_AGAIN']

function watchForBars(): () => void {
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return
    if (isProblem(event.action.error, ...bars)) {
      showBar().catch(() => undefined)
    }
  })
}

/** What the server asks of a person amid their work, over the page they are on: to sign in again, to prove themselves. */
export function SessionGate() {
  const [session, showSession] = useState<ReactNode>(null)
  const [proof, showProof] = useState<ReactNode>(null)
  useEffect(() => {
    whenSessionEnds(async () => {
      const me = queryClient.getQueryData(meQuery.queryKey)
      if (me) return askToSignIn(me, showSession)
      leave()
      return false
    })
    whenProofIsAsked(() => askForProof(showProof))
    return watchForBars()
  }, [])
  return (
    <>
      {proof}
      {session}
    </>
  )
}
