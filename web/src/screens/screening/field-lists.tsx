import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Texts } from '../../i18n/en/index.ts'
import { OutsideLink } from '../../ui/outside-link.tsx'
import { Pill } from '../../ui/pill.tsx'
import classes from './comparison.module.css'
import type { Hit } from './screening.queries.ts'

type Names = Hit['subject']['names']
type Identifiers = NonNullable<Hit['subject']['identifiers']>

// Some entries have a hundred spellings: the one that was compared comes first.
const shownAtOnce = 6

export function NameList({ names, compared }: { names: Names; compared: string | null }) {
  const { t } = useTranslation()
  const [isWhole, setWhole] = useState(false)
  const sorted = names.toSorted((a, b) => Number(b.text === compared) - Number(a.text === compared))
  const shown = isWhole ? sorted : sorted.slice(0, shownAtOnce)
  const rest = sorted.length - shown.length
  if (names.length === 0) return <Nothing />
  return (
    <>
      <ul className={classes.list}>
        {shown.map(({ text, kind }) => (
          <li key={`${kind} ${text}`} data-compared={text === compared || undefined}>
            <bdi>{text}</bdi>
            <span className={classes.quiet}>{t(`screening.nameKind.${kind}`)}</span>
            {text === compared && <Pill tone="info">{t('screening.compared')}</Pill>}
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Button size="compact-xs" variant="subtle" onClick={() => setWhole(true)}>
          {t('screening.moreNames', { count: rest })}
        </Button>
      )}
    </>
  )
}

type KnownType = keyof Texts['screening']['identifier']

export function IdentifierList({ identifiers = [] }: { identifiers?: Identifiers | undefined }) {
  const { t, i18n } = useTranslation()
  if (identifiers.length === 0) return <Nothing />
  const nameOf = (type: string) =>
    i18n.exists(`screening.identifier.${type}`) ? t(`screening.identifier.${type as KnownType}`) : type
  return (
    <ul className={classes.list}>
      {identifiers.map(({ type, value, country }) => (
        <li key={`${type} ${value}`}>
          <bdi>{value}</bdi>
          <span className={classes.quiet}>
            {[nameOf(type), country].filter((part) => part !== undefined).join(', ')}
          </span>
        </li>
      ))}
    </ul>
  )
}

export function TextList({ texts = [] }: { texts?: readonly string[] | undefined }) {
  if (texts.length === 0) return <Nothing />
  return (
    <ul className={classes.list}>
      {[...new Set(texts)].map((text) => (
        <li key={text}>
          <bdi className={classes.text}>{text}</bdi>
        </li>
      ))}
    </ul>
  )
}

export function LinkList({ links = [] }: { links?: readonly string[] | undefined }) {
  return (
    <ul className={classes.list}>
      {[...new Set(links)].map((url) => (
        <li key={url}>
          <OutsideLink url={url}>{url.replace(/^https?:\/\//i, '')}</OutsideLink>
        </li>
      ))}
    </ul>
  )
}

function Nothing() {
  const { t } = useTranslation()
  return <span className={classes.quiet}>{t('common.none')}</span>
}
