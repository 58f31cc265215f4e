import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Decline } from './decline/decline.tsx'
import { useSignedOutReason } from './entrance/entrance-state.ts'
import { Entrance } from './entrance/entrance.tsx'
import { EntranceLoading } from './entrance/entrance-loading.tsx'
import { Frame } from './frame/frame.tsx'
import { History } from './history/history.tsx'
import { Home } from './home/home.tsx'
import { announce } from './parts/announcer.tsx'
import type { Me } from './portal-api.ts'
import { queryClient, requestQuery, visitQuery } from './queries.ts'
import { RequestPage } from './request/request-page.tsx'
import { useRoute } from './route.tsx'
import { uploads } from './uploads/uploads.ts'
import { useTexts } from './texts.tsx'

/** Lets in who may come in, and speaks their language. */
export function Gate() {
  const visit = useQuery(visitQuery)
  const outside = useSignedOutReason()
  const { t, changeLanguage: speak } = useTexts()
  const [understood, setUnderstood] = useState(false)
  const me = visit.data !== undefined && 'me' in visit.data ? visit.data.me : null
  useEffect(() => {
    if (me === null || understood) return
    uploads.restore(me.contactId)
    // Without the words of their language, those that are there must do.
    void speak(me.language)
      .catch(() => undefined)
      .then(() => setUnderstood(true))
  }, [me, understood, speak])
  useEffect(() => {
    uploads.whenUploaded(async ({ documentId, name }) => {
      await queryClient
        .invalidateQueries({ queryKey: requestQuery(documentId).queryKey })
        .catch(() => undefined)
      announce(t.files.arrived(name))
    })
  }, [t])

  if (outside !== null) return <Entrance reason={outside} />
  if (visit.isError) return <EntranceLoading error={visit.error} onRetry={() => void visit.refetch()} />
  if (visit.data !== undefined && 'outside' in visit.data) return <Entrance reason={visit.data.outside} />
  if (me === null || !understood) return <EntranceLoading />
  return (
    <Frame me={me}>
      <Page me={me} />
    </Frame>
  )
}

function Page({ me }: { me: Me }) {
  const route = useRoute()
  switch (route.page) {
    case 'home':
      return <Home me={me} />
    case 'request':
      return <RequestPage key={route.documentId} me={me} documentId={route.documentId} />
    case 'history':
      return <History me={me} />
    case 'wrongPerson':
      return <Decline me={me} />
  }
}
