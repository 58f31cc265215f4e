import type { Db } from '../../platform/db/index.ts'
import type { Principal } from '../../platform/http/index.ts'
import { AppError, type Language, type Origin } from '../../platform/kernel/index.ts'
import { recordByPerson } from './person-journal.ts'

export interface ProfileChange {
  readonly userId: number
  readonly name?: string | undefined
  readonly language?: Language | undefined
  readonly origin: Origin
}

/** What belongs to the person and to no account. A new name is evidence in each account that knew the former. */
export async function changeProfile(
  db: Db,
  { userId, name, language, origin }: ProfileChange,
): Promise<void> {
  if (name === undefined && language === undefined) return
  await db.system(async (tx) => {
    const former = await tx
      .selectFrom('app_user')
      .select('name')
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('app_user')
      .set((eb) => ({
        ...(name !== undefined && { name }),
        ...(language !== undefined && { language }),
        updated_at: eb.fn<Date>('now', []),
      }))
      .where('user_id', '=', userId)
      .execute()
    if (name === undefined || name === former.name) return
    const words = { before: former.name, after: name }
    const personal = { person: { type: 'USER', id: userId } as const, words }
    await recordByPerson(tx, { id: userId, name, origin }, { name: 'PERSON_RENAMED', personal })
  })
}

/** An API client is no person: it has no profile and joins no account. */
export function requirePerson(principal: Principal): number {
  if (principal.kind !== 'USER') throw new AppError('PEOPLE_ONLY')
  if (principal.confined) throw new AppError('SESSION_CONFINED')
  return principal.id
}
