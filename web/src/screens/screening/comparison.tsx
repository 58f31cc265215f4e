import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useListSource } from '../../parts/screening/use-list-source.ts'
import { useFormat } from '../../ui/format.ts'
import { Pill, type Tone } from '../../ui/pill.tsx'
import classes from './comparison.module.css'
import { IdentifierList, LinkList, NameList, TextList } from './field-lists.tsx'
import { likenessOf, type Likeness } from './likeness.ts'
import { NewsArticle } from './news-article.tsx'
import { birthText, countryText } from './reason-text.ts'
import type { Hit } from './screening.queries.ts'

/** The third party on one side, the entry of the list on the other, field by field. */
export function Comparison({ hit }: { hit: Hit }) {
  const { t } = useTranslation()
  const source = useListSource()
  if (hit.class === 'NEWS') return <NewsArticle hit={hit} />
  return (
    <section aria-label={t('screening.comparison')} className={classes.comparison}>
      <div className={classes.heads}>
        <p className={classes.head}>
          <span>{t('screening.ours')}</span>
          {t(`screening.role.${hit.role}`)}
        </p>
        <p className={classes.head}>
          <span>{t('screening.theirs')}</span>
          {source(hit.source)} · {hit.entry.id}
        </p>
      </div>
      <Shared hit={hit} />
      <OfEntry hit={hit} />
    </section>
  )
}

/** What both sides can have. */
function Shared({ hit }: { hit: Hit }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { subject, entry, reasons, matchedNames } = hit
  const likeness = (prefix: string) => likenessOf(reasons, prefix)
  const births = (dates: readonly string[] = []) => dates.map((wire) => birthText(wire, t, format))
  const countries = (codes: readonly string[] = []) => codes.map((code) => countryText(code, format))
  return (
    <dl className={classes.fields}>
      <Field
        label={t('screening.field.names')}
        ours={<NameList names={subject.names} compared={matchedNames.ours} />}
        theirs={<NameList names={entry.names} compared={matchedNames.theirs} />}
      />
      <Field
        label={t('screening.field.kind')}
        likeness={likeness('KIND')}
        ours={t(`screening.kind.${subject.kind}`)}
        theirs={t(`screening.kind.${entry.kind}`)}
      />
      <Field
        label={t('screening.field.birthDates')}
        likeness={likeness('BIRTH_DATE')}
        ours={<TextList texts={births(subject.birthDates)} />}
        theirs={<TextList texts={births(entry.birthDates)} />}
        isEmpty={isNone(subject.birthDates) && isNone(entry.birthDates)}
      />
      <Field
        label={t('screening.field.birthPlaces')}
        likeness={likeness('BIRTH_PLACE')}
        ours={<TextList texts={subject.birthPlaces} />}
        theirs={<TextList texts={entry.birthPlaces} />}
        isEmpty={isNone(subject.birthPlaces) && isNone(entry.birthPlaces)}
      />
      <Field
        label={t('screening.field.countries')}
        likeness={likeness('COUNTRY')}
        ours={<TextList texts={countries(subject.countries)} />}
        theirs={<TextList texts={countries(entry.countries)} />}
      />
      <Field
        label={t('screening.field.identifiers')}
        likeness={likeness('IDENTIFIER')}
        ours={<IdentifierList identifiers={subject.identifiers} />}
        theirs={<IdentifierList identifiers={entry.identifiers} />}
        isEmpty={isNone(subject.identifiers) && isNone(entry.identifiers)}
      />
    </dl>
  )
}

/** What only the publisher tells. */
function OfEntry({ hit: { entry } }: { hit: Hit }) {
  const { t } = useTranslation()
  const { date } = useFormat()
  const { listedOn } = entry
  const told: [label: string, value: ReactNode][] = (
    ['programmes', 'reasons', 'positions', 'addresses', 'references'] as const
  )
    .filter((name) => !isNone(entry[name]))
    .map((name) => [t(`screening.field.${name}`), <TextList key={name} texts={entry[name]} />])
  if (listedOn !== undefined) {
    told.push([
      t('screening.field.listedOn'),
      /^\d{4}-\d{2}-\d{2}$/.test(listedOn) ? date(listedOn) : listedOn,
    ])
  }
  if (!isNone(entry.links))
    told.push([t('screening.field.links'), <LinkList key="links" links={entry.links} />])
  if (told.length === 0) return null
  return (
    <dl className={classes.told}>
      {told.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const isNone = (list: readonly unknown[] | undefined) => list === undefined || list.length === 0

// What speaks for a match is what somebody must look at.
const tones: Record<Likeness, Tone> = {
  EQUAL: 'warning',
  NEAR: 'warning',
  CONTRADICTED: 'info',
  MISSING: 'neutral',
}

interface FieldProps {
  label: string
  likeness?: Likeness | null
  ours: ReactNode
  theirs: ReactNode
  /** Nothing is known on either side: not worth a line. */
  isEmpty?: boolean
}

function Field({ label, likeness = null, ours, theirs, isEmpty = false }: FieldProps) {
  const { t } = useTranslation()
  if (isEmpty) return null
  return (
    <div className={classes.field}>
      <dt>
        {label} {likeness && <Pill tone={tones[likeness]}>{t(`screening.likeness.${likeness}`)}</Pill>}
      </dt>
      <dd data-side={t('screening.ours')}>{ours}</dd>
      <dd data-side={t('screening.theirs')}>{theirs}</dd>
    </div>
  )
}
