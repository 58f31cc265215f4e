import { IconArrowLeft } from '@tabler/icons-react'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import classes from './back-link.module.css'

function Anchor({ children, ...rest }: ComponentProps<'a'>) {
  return (
    <a {...rest} className={classes.back}>
      <IconArrowLeft size={16} aria-hidden="true" />
      {children}
    </a>
  )
}

/** The way up, with the router's typed `to` and `params`. */
export const BackLink = createLink(Anchor)
