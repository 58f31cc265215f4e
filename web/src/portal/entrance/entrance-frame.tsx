import type { ReactNode } from 'react'
import { Logo } from '../../ui/logo.tsx'
import { LanguageSegments, ThemeSegments } from '../frame/preferences.tsx'
import { PageTitle } from '../route.tsx'
import classes from './entrance.module.css'

/** The frame of what one sees before being let in. */
export function EntranceFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.page}>
      <main className={classes.card}>
        <Logo size={36} />
        <PageTitle className={classes.title}>{title}</PageTitle>
        {children}
      </main>
      <footer className={classes.footer}>
        <LanguageSegments />
        <ThemeSegments />
      </footer>
    </div>
  )
}
