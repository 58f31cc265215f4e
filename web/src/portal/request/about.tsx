import { useQuery } from '@tanstack/react-query'
import { Surface } from '../../ui/surface.tsx'
import { inOrder } from '../home/grouping.ts'
import type { OneRequest } from '../portal-api.ts'
import { requestsQuery } from '../queries.ts'
import { useTexts } from '../texts.tsx'
import classes from './request.module.css'

/** On what ground it is asked, by when, and what it belongs to; what for stands at the top of the page. */
export function About({ request }: { request: OneRequest }) {
  const { t, format } = useTexts()
  const { data } = useQuery(requestsQuery)
  const listed = data && inOrder(data).find(({ documentId }) => documentId === request.documentId)
  const isOpen = request.status !== 'ACCEPTED' && request.status !== 'IN_REVIEW'
  const due = request.dueDate === null ? t.request.noDue : format.date(request.dueDate)
  const facts = [
    { label: t.request.legalBasis, value: request.legalBasis },
    { label: t.request.byWhen, value: isOpen ? due : '' },
    { label: t.request.dossier, value: request.dossierName },
  ]
  return (
    <Surface className={classes.about}>
      <section aria-labelledby="about">
        <h2 id="about" className={classes.aboutTitle}>
          {t.request.about}
        </h2>
        <dl className={classes.facts}>
          {facts
            .filter(({ value }) => value !== '')
            .map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
        {listed !== undefined && listed.alternatives.length > 0 && (
          <p className={classes.either}>{t.request.eitherOf(format.anyOf(listed.alternatives))}</p>
        )}
      </section>
    </Surface>
  )
}
