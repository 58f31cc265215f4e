import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/format.ts'
import { OutsideLink } from '../../ui/outside-link.tsx'
import classes from './comparison.module.css'
import { IdentifierList, NameList, TextList } from './field-lists.tsx'
import article from './news-article.module.css'
import { countryText } from './reason-text.ts'
import type { Hit } from './screening.queries.ts'

/** The company on one side, what is written of it on the other. */
export function NewsArticle({ hit }: { hit: Hit }) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('screening.comparison')} className={classes.comparison}>
      <div className={classes.heads}>
        <p className={classes.head}>
          <span>{t('screening.ours')}</span>
          {t(`screening.role.${hit.role}`)}
        </p>
        <p className={classes.head}>
          <span>{t('screeningNews.article')}</span>
          {t('screeningNews.deliveredBy', { name: hit.entry.references?.[0] ?? t('common.none') })}
        </p>
      </div>
      <div className={article.sides}>
        <Company hit={hit} />
        <Article hit={hit} />
      </div>
    </section>
  )
}

function Company({ hit: { subject } }: { hit: Hit }) {
  const { t } = useTranslation()
  const format = useFormat()
  const countries = subject.countries?.map((code) => countryText(code, format))
  return (
    <dl className={article.company} data-side={t('screening.ours')}>
      <dt>{t('screening.field.names')}</dt>
      <dd>
        <NameList names={subject.names} compared={null} />
      </dd>
      <dt>{t('screening.field.countries')}</dt>
      <dd>
        <TextList texts={countries} />
      </dd>
      <dt>{t('screening.field.identifiers')}</dt>
      <dd>
        <IdentifierList identifiers={subject.identifiers} />
      </dd>
    </dl>
  )
}

function Article({ hit: { entry } }: { hit: Hit }) {
  const { t } = useTranslation()
  const { date } = useFormat()
  const [link] = entry.links ?? []
  const from = [link && hostOf(link), entry.listedOn && date(entry.listedOn)].filter(Boolean)
  return (
    <article className={article.article} data-side={t('screeningNews.article')}>
      <h3 className={article.headline}>{entry.names[0]?.text}</h3>
      <p className={classes.quiet}>{from.join(' · ')}</p>
      {entry.reasons?.map((summary) => (
        <p key={summary} className={article.summary}>
          {summary}
        </p>
      ))}
      {link === undefined ? (
        <p className={classes.quiet}>{t('screeningNews.noLink')}</p>
      ) : (
        <p className={article.link}>
          <OutsideLink url={link}>{t('screeningNews.read')}</OutsideLink>
        </p>
      )}
    </article>
  )
}

/** Who published it, as far as its address tells. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url
}
