// Who am I? The token is requested with the first call, shared by all, and renewed before it ends.
import { vigie } from './connect.ts'

const me = await vigie.get('/me')
for (const { accountId, name, roles } of me.accounts) console.log(accountId, name, roles.join(', '))
