import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'

type Props = ComponentProps<'a'> & { href: string | undefined }

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** A link by address that stays within the page; without an address only its words. */
export function ChartLink({ href, children, ...rest }: Props) {
  const router = useRouter()
  if (href === undefined) return <span {...rest}>{children}</span>
  function follow(event: MouseEvent) {
    if (href === undefined || !isPlain(event)) return
    event.preventDefault()
    router.history.push(href)
  }
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  )
}
