import { useLocation, useNavigate } from '@tanstack/react-router'
import { useLayoutEffect, useState } from 'react'

const tokenIn = (hash: string) => /^token=([\w.-]{1,1000})$/.exec(hash)?.[1] ?? null

/**
 * The token of the link, taken out of the address before anything is painted: neither the history nor whoever
 * looks at the screen keeps it. Another link opened in the same tab takes its place.
 */
export function useLinkToken(page: '/set-password' | '/invitation'): string | null {
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = useNavigate()
  const given = tokenIn(hash)
  const [token, setToken] = useState(given)
  if (given !== null && given !== token) setToken(given)
  useLayoutEffect(() => {
    if (hash !== '') void navigate({ to: page, replace: true })
  }, [hash, navigate, page])
  return token
}
