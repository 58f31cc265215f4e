import { useState } from 'react'
import type { Me, OneRequest } from '../portal-api.ts'
import { focusPageTop } from '../route.tsx'
import { Composer } from './composer.tsx'
import { Earlier } from './earlier.tsx'
import { JustSent } from './just-sent.tsx'
import { Reasons } from './reasons.tsx'
import { SentState } from './sent-state.tsx'

/** The answer in whatever state it is: to be given, just sent, under review or settled. */
export function Answering({ me, request }: { me: Me; request: OneRequest }) {
  const [justSent, setJustSent] = useState(false)
  const [wantsOther, setWantsOther] = useState(false)
  const isOpen = !['WAIT', 'NOTHING'].includes(request.action)
  if (justSent) {
    const correct = () => {
      setJustSent(false)
      focusPageTop()
    }
    return <JustSent me={me} documentId={request.documentId} onCorrect={correct} />
  }
  if (!isOpen && !wantsOther) {
    return (
      <>
        <SentState me={me} request={request} onOther={() => setWantsOther(true)} />
        <Earlier request={request} skip={1} />
      </>
    )
  }
  return (
    <>
      <Reasons request={request} />
      <Composer
        me={me}
        request={request}
        onSent={() => {
          setWantsOther(false)
          setJustSent(true)
        }}
        onBack={isOpen ? null : () => setWantsOther(false)}
      />
      <Earlier request={request} skip={0} />
    </>
  )
}
