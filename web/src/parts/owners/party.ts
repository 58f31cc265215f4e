/** A person or a team; the API leaves out or empties the other. */
export interface Party {
  userId: number | null
  teamId: number | null
}

export type PartyBody = { userId: number } | { teamId: number }

const team = 'team:'

/** As addresses and the filters of the API write it. */
export const partyText = ({ userId, teamId }: Party): string =>
  teamId === null ? String(userId) : `${team}${teamId}`

export const readParty = (text: string): Party =>
  text.startsWith(team)
    ? { userId: null, teamId: Number(text.slice(team.length)) }
    : { userId: Number(text), teamId: null }

/** As the API wants to be told. */
export const partyBody = ({ userId, teamId }: Party): PartyBody =>
  teamId === null ? { userId: userId ?? 0 } : { teamId }
