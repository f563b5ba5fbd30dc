import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from './migrate.ts'
import { toKysely } from './sqlite/dialect.ts'
import { openSqliteFile } from './sqlite/file.ts'

/** The columns of texts with few values, by table: the type that they have instead of `string`. */
const VALUES: Record<string, Record<string, string>> = {
  item: { kind: 'Kind', availability: 'Availability', state: 'ItemState' },
  item_specification: { kind: 'Kind' },
  item_document: { type: 'DocumentType', language: 'DocumentLanguage', format: 'DocumentFormat' },
  item_relation: { type: 'RelationType' },
  item_import: { state: 'ImportState' },
  item_import_row: { state: 'ImportRowState', result: 'ImportRowResult', kind: 'Kind' },
  item_import_mapping: { kind: 'Kind' },
  specification_template: { kind: 'Kind' },
  quality_dismissal: { type: 'FindingType', kind: 'Kind' },
  enquiry: { status: 'EnquiryStatus' },
  quotation: { state: 'QuotationState', state_before_revision: "'sent' | 'declined' | 'withdrawn'" },
  quotation_document: { kind: 'QuotationDocumentKind' },
  quotation_event: { kind: 'QuotationEventKind' },
  attachment: { type: "AttachmentSummary['type']" },
  audit_log: { detail_kind: 'AuditDetailKind' },
  publication: { type: 'PublicationType', state: 'PublicationState' },
  translation: { language: 'TranslatedLanguage' },
}

const HEAD = `import type { Generated } from 'kysely'
import type { AuditDetailKind } from '#contracts/account/audit-log.ts'
import type { ImportRowResult, ImportRowState, ImportState } from '#contracts/bulk-data/item-import-limits.ts'
import type { FindingType } from '#contracts/bulk-data/quality-types.ts'
import type { EnquiryStatus } from '#contracts/enquiry/status.ts'
import type { AttachmentSummary } from '#contracts/files/attachment.ts'
import type { DocumentLanguage, DocumentType } from '#contracts/files/document-labels.ts'
import type { DocumentFormat } from '#contracts/files/file-formats.ts'
import type { Availability } from '#contracts/item/commercial-fields.ts'
import type { Kind } from '#contracts/item/kind.ts'
import type { RelationType } from '#contracts/item/relation-groups.ts'
import type { ItemState } from '#contracts/item/state.ts'
import type { PublicationState, PublicationType } from '#contracts/publication/fields.ts'
import type {
  QuotationDocumentKind,
  QuotationEventKind,
  QuotationState,
} from '#contracts/quotation/states.ts'
import type { TranslatedLanguage } from '#messages/language.ts'

/*
 * Generated from the schema by \`npx vitest run src/server/database/tables.test.ts --update\`. The meaning of tables and columns is
 * stated in migrations/0001-baseline/tables.sql and in the later migrations.
 */

/** The columns of every table. The store that reads a row converts it to a contract type. */
export interface Tables {
`

interface Column {
  tableName: string
  name: string
  type: string
  isNullable: number
  hasDefault: number
  /** From 1; 0 for other columns. */
  keyPosition: number
}

test('The types of the tables are those of the schema that the migrations create', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'capstan-tables-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const sqlite = openSqliteFile(join(folder, 'tables.sqlite'))
  onTestFinished(() => sqlite.close())
  await migrate(toKysely(sqlite))
  await expect(toTypes(readColumns(sqlite))).toMatchFileSnapshot('tables.ts')
})

/** The columns of all tables but those of Kysely and of the text indexes, in the order of their creation. */
function readColumns(sqlite: DatabaseSync): Column[] {
  const columns = sqlite.prepare(`
    select tables.name as tableName, columns.name, lower(columns.type) as type,
      columns."notnull" = 0 and columns.pk = 0 as isNullable,
      columns.dflt_value is not null or columns.pk = 1 and tables.sql like '%autoincrement%' as hasDefault,
      columns.pk as keyPosition
    from sqlite_master as tables, pragma_table_info(tables.name) as columns
    where tables.type = 'table' and tables.name not like 'sqlite%' and tables.name not like 'kysely%'
      and tables.name not like '%\\_text%' escape '\\'
    order by tables.rowid, columns.cid`)
  return columns.all() as unknown as Column[]
}

function toTypes(columns: Column[]): string {
  const tables = Map.groupBy(columns, ({ tableName }) => tableName)
  const toTable = ([name, ofTable]: [string, Column[]]) =>
    `  ${name}: {\n${ofTable.map(toLine).join('')}  }\n`
  return `${HEAD}${[...tables].map(toTable).join('')}}\n\n${toPrimaryKeys(tables)}`
}

function toPrimaryKeys(tables: Map<string, Column[]>): string {
  const toLine = ([name, columns]: [string, Column[]]) => {
    const keys = columns.filter(({ keyPosition }) => keyPosition > 0)
    const inOrder = keys.toSorted((one, other) => one.keyPosition - other.keyPosition)
    return `  ${name}: [${inOrder.map((column) => `'${column.name}'`).join(', ')}],\n`
  }
  return `export type TableName = keyof Tables

/** Every table with its primary key. A table comes after those that its foreign keys reference. */
export const PRIMARY_KEYS: { readonly [Table in TableName]: readonly (keyof Tables[Table] & string)[] } = {
${[...tables].map(toLine).join('')}}

export const TABLES = Object.keys(PRIMARY_KEYS) as TableName[]
`
}

function toLine({ tableName, name, type, isNullable, hasDefault }: Column): string {
  const value = VALUES[tableName]?.[name] ?? (type === 'text' ? 'string' : 'number')
  const generated = hasDefault ? `Generated<${value}>` : value
  return `    ${name}: ${isNullable ? `${value} | null` : generated}\n`
}
