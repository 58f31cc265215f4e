import type { Actions as AllActions } from '../portal-api.ts'
import { useTexts } from '../texts.tsx'
import home from '../home/home.module.css'
import { ActionCard } from './action-card.tsx'

/** What is to be put right, beside what is asked: the most pressing first, as the service sorts it. */
export function Actions({ data }: { data: AllActions }) {
  const { t } = useTexts()
  return (
    <section aria-labelledby="actions-title">
      <h2 id="actions-title" className={home.groupTitle}>
        {t.actions.title} <span className={home.count}>{data.actions.length}</span>
      </h2>
      <ul className={home.cards}>
        {data.actions.map((action) => (
          <li key={action.actionId}>
            <ActionCard action={action} limits={data} />
          </li>
        ))}
      </ul>
    </section>
  )
}
