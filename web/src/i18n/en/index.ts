import type { arrival } from './arrival.ts'
import type { entrance } from './entrance.ts'
import type { home } from './home.ts'
import type { work } from './work.ts'

/** Every sentence of the back-office; the French ones are typed by it. */
export type Texts = typeof entrance & typeof arrival & typeof home & typeof work
