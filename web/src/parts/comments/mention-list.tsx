import { useTranslation } from 'react-i18next'
import classes from './comments.module.css'
import type { Person } from './mention-text.ts'

interface Props {
  id: string
  people: readonly Person[]
  active: number
  choose: (person: Person) => void
}

export function MentionList({ id, people, active, choose }: Props) {
  const { t } = useTranslation()
  if (people.length === 0) {
    return (
      <output id={id} className={classes.people}>
        <span className={classes.nobody}>{t('comments.nobody')}</span>
      </output>
    )
  }
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native list would take the focus from the text
    <div id={id} role="listbox" aria-label={t('comments.people')} className={classes.people}>
      {people.map((person, index) => (
        <div
          key={person.userId}
          id={`${id}-${index}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see above
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={classes.person}
          // The text must keep the focus.
          onMouseDown={(event) => {
            event.preventDefault()
            choose(person)
          }}
        >
          {person.name}
        </div>
      ))}
    </div>
  )
}
