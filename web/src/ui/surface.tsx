import type { ReactNode } from 'react'
import classes from './surface.module.css'

export function Surface({
  children,
  className = '',
}: {
  children: ReactNode
  className?: string | undefined
}) {
  return <div className={`${classes.surface} ${className}`}>{children}</div>
}
