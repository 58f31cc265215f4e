export { type CellFault, type ReadCell, type ReadSheetRow } from './read-rows.ts'
export { openWorkbook, type OpenWorkbook } from './read-workbook.ts'
export { WorkbookRefusal, type ReadLimits, type RefusalCode } from './refusal.ts'
export {
  maxSheetRows,
  SheetFull,
  type CellValue,
  type ColumnType,
  type Sheet,
  type SheetColumn,
} from './table.ts'
export { writeWorkbook } from './write-workbook.ts'
