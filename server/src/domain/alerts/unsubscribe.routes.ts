import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'
import type { HttpRoutes } from '../../platform/http/index.ts'
import { AppError, wholeAccount, type Language } from '../../platform/kernel/index.ts'
import { oneClickRoutes, unsubscribePage } from '../invitations/index.ts'
import { isAlertToken, readerOfToken } from './unsubscribe-links.ts'

const words = {
  en: {
    title: 'Mails of alerts',
    ask: 'Press the button to get no more mails of alerts. The bell in Vigie still shows them, and under “My alerts” you can switch the mails on again or choose fewer.',
    button: 'No more mails of alerts',
    done: 'Done: you will get no more mails of alerts. Under “My alerts” in Vigie you can switch them on again.',
  },
  fr: {
    title: 'Alertes par mail',
    ask: 'Appuyez sur le bouton pour ne plus recevoir d’alertes par mail. La cloche de Vigie les affiche toujours, et dans «\u00a0Mes alertes\u00a0» vous pouvez réactiver les mails ou en choisir moins.',
    button: 'Ne plus recevoir d’alertes par mail',
    done: 'C’est fait\u00a0: vous ne recevrez plus d’alertes par mail. Dans «\u00a0Mes alertes\u00a0» de Vigie, vous pouvez les réactiver.',
  },
} as const satisfies Record<Language, object>

export const alertUnsubscribeRoutes = ({ db, secret }: { db: Db; secret: Uint8Array }): HttpRoutes =>
  oneClickRoutes({
    path: '/alerts/unsubscribe',
    tag: 'Alerts',
    ask: {
      operationId: 'showAlertUnsubscribe',
      summary: 'The page that a mail of alerts links to',
      description: 'Changes nothing: mail scanners follow links too.',
    },
    act: {
      operationId: 'unsubscribeFromAlerts',
      summary: 'No more mails of alerts to the person this token names',
      description: 'One click of a mail program (RFC 8058). The page still shows their alerts.',
    },
    page: (language, isDone) => unsubscribePage(language, isDone, words),
    unsubscribe: (token) => stopMails(db, token, secret),
  })

/** Done twice, it is done. What waits for the next mail stays in the page. */
async function stopMails(db: Db, token: string, secret: Uint8Array): Promise<void> {
  const named = readerOfToken(token)
  if (!named) throw new AppError('UNSUBSCRIBE_LINK_INVALID')
  const { accountId, userId } = named
  await db.write(wholeAccount(accountId), async (tx) => {
    const { rows } = await sql<{ email: string }>`
      select u.email from membership m join app_user u on u.user_id = m.user_id
      where m.account_id = ${accountId} and m.user_id = ${userId} for no key update of m`.execute(tx)
    const [person] = rows
    if (!person || !isAlertToken(token, person.email, secret)) throw new AppError('UNSUBSCRIBE_LINK_INVALID')
    await sql`
      insert into alert_person as p (account_id, user_id, mails, version) values (${accountId}, ${userId}, false, 1)
      on conflict (account_id, user_id) do update set mails = false, version = p.version + 1 where p.mails`.execute(
      tx,
    )
  })
}
