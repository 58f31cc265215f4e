export { findCodes, type Picture, type SeenCode } from './picture/find-codes.ts'
