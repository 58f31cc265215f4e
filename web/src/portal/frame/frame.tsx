import type { ReactNode } from 'react'
import { Mark } from '../../ui/logo.tsx'
import type { Me } from '../portal-api.ts'
import { Link, paths, useRoute } from '../route.tsx'
import { useTexts } from '../texts.tsx'
import { Footer } from './footer.tsx'
import classes from './frame.module.css'

/** What stands around every page of a visit: who asks, for whom, and the ways out. */
export function Frame({ me, children }: { me: Me; children: ReactNode }) {
  const { t } = useTexts()
  const { page } = useRoute()
  const isHome = page === 'home' || page === 'request'
  return (
    <div className={classes.page}>
      <a href="#main" className={classes.skip}>
        {t.common.skip}
      </a>
      <header className={classes.header}>
        <div className={classes.headerRow}>
          <Link href={paths.home} className={classes.who}>
            <Mark size={32} />
            <span className={classes.names}>
              <span className={classes.account}>{me.account}</span>
              <span className={classes.company}>{t.frame.forCompany(me.company)}</span>
            </span>
          </Link>
          <nav aria-label={t.frame.navigation} className={classes.nav}>
            <Link href={paths.home} aria-current={isHome ? 'page' : undefined}>
              {t.frame.requests}
            </Link>
            <Link href={paths.history} aria-current={page === 'history' ? 'page' : undefined}>
              {t.frame.history}
            </Link>
          </nav>
        </div>
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <Footer me={me} />
    </div>
  )
}
