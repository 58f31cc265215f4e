import { IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './outside-link.module.css'

/** An address somebody else gave: only the web's own schemes are followed, and the page is not handed over. */
export function OutsideLink({ url, children }: { url: string; children: ReactNode }) {
  if (!/^https?:\/\//i.test(url)) return <span>{children}</span>
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow" className={classes.outside}>
      {children}
      <IconExternalLink size={14} stroke={1.8} aria-hidden="true" />
    </a>
  )
}
