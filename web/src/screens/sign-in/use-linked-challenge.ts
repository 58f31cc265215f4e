import { useLocation, useNavigate } from '@tanstack/react-router'
import { useLayoutEffect, useState } from 'react'

interface LinkedChallenge {
  challenge: string
  returnTo: string
}

function readHash(hash: string): LinkedChallenge | null {
  const given = new URLSearchParams(hash)
  const challenge = given.get('challenge')
  return challenge === null
    ? null
    : { challenge, returnTo: given.get('returnTo')?.replace(/^\/app/, '') ?? '/' }
}

/** What the way back from the organisation's sign-in brings along; taken out of the address before it is painted. */
export function useLinkedChallenge(): LinkedChallenge | null {
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = useNavigate()
  const [linked] = useState(() => readHash(hash))
  useLayoutEffect(() => {
    if (hash !== '') void navigate({ to: '/sign-in', search: true, replace: true })
  }, [hash, navigate])
  return linked
}
